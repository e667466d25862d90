/** Plant settings: fixed list with bounds and defaults. */
import { isDay } from '#contract/schema/validate.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'

interface Kind<T> {
  readonly initial: T
  readonly read: (text: string) => T | null
}

const numeric =
  (pattern: RegExp) =>
  (initial: number, max: number): Kind<number> => ({
    initial,
    read(text) {
      const value = pattern.test(text) ? Number(text) : max + 1
      return value <= max ? value : null
    },
  })
const number = numeric(/^\d{1,3}(\.\d{1,2})?$/)
const whole = numeric(/^\d{1,3}$/)
const oneOf = <T extends string>(...codes: readonly [T, ...T[]]): Kind<T> => ({
  initial: codes[0],
  read: text => codes.find(code => code === text) ?? null,
})
const day: Kind<string | null> = { initial: null, read: text => (isDay(text) ? text : null) }

/** Setting definitions (domain.md §2.4, §2.5, §2.8, §3.5); tolerances and balances in percent. */
export const settings = {
  backdateDays: whole(3, 366),
  issueTolerance: number(2, 100),
  receiptTolerance: number(10, 100),
  expiryRule: oneOf('ANNIVERSARY', 'DAY_BEFORE'),
  /** Effect of expired health certificates on postings. */
  healthMode: oneOf('WARN', 'BLOCK'),
  passwordRule: oneOf('BASIC', 'STRICT'),
  accidentReportHours: whole(2, 999),
  balanceGreen: number(2, 100),
  balanceAmber: number(5, 100),
  /** Last closed day, inclusive; none by default. */
  stockClosedUntil: day,
} as const

export type SettingName = keyof typeof settings
export type Setting<N extends SettingName> =
  | NonNullable<ReturnType<(typeof settings)[N]['read']>>
  | (typeof settings)[N]['initial']

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name)

export const fitsSetting = (name: SettingName, text: string): boolean => settings[name].read(text) !== null

/** Per-transaction cache, for consistent settings throughout. */
const settingCache = new WeakMap<Database, Promise<ReadonlyMap<string, string | null>>>()

async function read(context: Context): Promise<ReadonlyMap<string, string | null>> {
  const rows = await rowsOf(context, 'setting').select(['key', 'value']).execute()
  return new Map(rows.map(row => [row.key, row.value]))
}

export async function settingOf<N extends SettingName>(context: Context, name: N): Promise<Setting<N>> {
  const { tx } = context
  const known = settingCache.get(tx) ?? read(context)
  if (tx.isTransaction) settingCache.set(tx, known)
  const text = (await known).get(name)
  const value = text ? settings[name].read(text) : null
  return (value ?? settings[name].initial) as Setting<N>
}
