/** Plant settings as typed values of a transaction. */
import { fitsSetting, type SettingName, settings, settingValue } from '#contract/system/settings.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'

export type Setting<N extends SettingName> = (typeof settings)[N]['initial']

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
  const { initial } = settings[name]
  const text = (await known).get(name)
  if (!text || !fitsSetting(name, text)) return initial
  return (typeof initial === 'number' ? Number(text) : settingValue(name, text)) as Setting<N>
}
