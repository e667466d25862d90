/** Settings as rows: fixed list with defaults and typed values. */
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { setting } from '#contract/system/setting.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { fitsSetting, isSettingName, settings } from './settings.ts'

const initialText = (value: unknown) => (value === null ? null : String(value))

export async function makeSettings(context: Context): Promise<void> {
  const all = Object.entries(settings)
  await sql`
    insert into setting ("customerId", "createdAt", "updatedAt", key, value)
    select ${context.customerId}, ${context.now}, ${context.now}, s.key, s.value
    from unnest(${all.map(([key]) => key)}::text[], ${all.map(([, kind]) => initialText(kind.initial))}::text[])
      as s(key, value)
    where not exists (select 1 from setting t where t."customerId" = ${context.customerId} and t.key = s.key)`.execute(
    context.tx,
  )
}

export const settingRules: EntityHooks<typeof setting> = {
  async beforeSave(_context, { key = '', value }) {
    if (!key || !isSettingName(key)) throw invalid({ key: 'option' })
    const fits = value ? fitsSetting(key, value) : settings[key].initial === null
    if (!fits) throw invalid({ value: 'setting' })
  },
}
