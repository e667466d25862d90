/** The figures a plant may set for itself: the fixed list, what each may be, and what holds while nobody has set it. */
import { sql } from 'kysely'
import { isDay } from '../../../src/contract/schema/validate.ts'
import type { Context, Database } from '../../db/connection/context.ts'

interface Kind<T> {
  readonly initial: T
  /** The value of a stored text; null when it is none. */
  readonly read: (text: string) => T | null
}

const number = (initial: number, most: number): Kind<number> => ({
  initial,
  read: text => (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= most ? Number(text) : null),
})
const whole = (initial: number, most: number): Kind<number> => ({
  initial,
  read: text => (/^\d{1,3}$/.test(text) && Number(text) <= most ? Number(text) : null),
})
const oneOf = <T extends string>(...codes: readonly [T, ...T[]]): Kind<T> => ({
  initial: codes[0],
  read: text => codes.find(code => code === text) ?? null,
})
const day: Kind<string | null> = { initial: null, read: text => (isDay(text) ? text : null) }

/** Every setting there is (domain.md §2.4, §2.5, §2.8, §3.5); tolerances and balances are percents. */
export const settings = {
  /** Days a document may be back-dated. */
  backdateDays: whole(3, 366),
  issueTolerance: number(2, 100),
  receiptTolerance: number(10, 100),
  expiryRule: oneOf('ANNIVERSARY', 'DAY_BEFORE'),
  /** Does an expired health certificate of a person in direct contact stop a posting? */
  healthMode: oneOf('WARN', 'BLOCK'),
  /** STRICT refuses passwords that are common or were used before. */
  passwordRule: oneOf('BASIC', 'STRICT'),
  /** Hours within which an accident is reported to the authority. */
  accidentReportHours: whole(2, 999),
  balanceGreen: number(2, 100),
  balanceAmber: number(5, 100),
  /** Nothing is posted on this day or before; no day while no period is closed. */
  stockClosedUntil: day,
} as const

export type SettingName = keyof typeof settings
export type Setting<N extends SettingName> =
  | NonNullable<ReturnType<(typeof settings)[N]['read']>>
  | (typeof settings)[N]['initial']

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name)

/** May this text be the value of a setting? */
export const fitsSetting = (name: SettingName, text: string): boolean => settings[name].read(text) !== null

/** What a transaction has read once it need not read again: it goes by one set of rules from beginning to end. */
const readBy = new WeakMap<Database, Promise<ReadonlyMap<string, string>>>()

async function read({ tx, customerId }: Context): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value from setting where "customerId" = ${customerId}`.execute(tx)
  return new Map(rows.map(row => [row.key, row.value]))
}

/** The value of a setting as the caller's organisation has set it, else its default. */
export async function settingOf<N extends SettingName>(context: Context, name: N): Promise<Setting<N>> {
  const { tx } = context
  const known = readBy.get(tx) ?? read(context)
  if (tx.isTransaction) readBy.set(tx, known)
  const text = (await known).get(name)
  const value = text === undefined ? null : settings[name].read(text)
  return (value ?? settings[name].initial) as Setting<N>
}
