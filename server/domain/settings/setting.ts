/** Settings as rows: fixed list with defaults and typed values. */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { setting } from '#contract/system/setting.ts'
import { fitsSetting, isSettingName, settingRefusal, settings } from '#contract/system/settings.ts'
import type { Context } from '../../db/connection/context.ts'
import type { EntityHooks } from '../basis/hooks.ts'

const initialText = (value: unknown) => (value === null ? null : String(value))

export async function makeSettings(context: Context): Promise<void> {
  const all = Object.entries(settings)
  await sql`
    insert into setting ("customerId", "createdAt", "updatedAt", key, value)
    select ${context.customerId}, ${context.now}, ${context.now}, s.key, s.value
    from unnest(${all.map(([key]) => key)}::text[], ${all.map(([, { initial }]) => initialText(initial))}::text[])
      as s(key, value)
    where not exists (select 1 from setting t where t."customerId" = ${context.customerId} and t.key = s.key)`.execute(
    context.tx,
  )
}

export const settingRules: EntityHooks<typeof setting> = {
  async beforeSave(context, { key = '', value }) {
    if (!key || !isSettingName(key)) throw invalid({ key: 'option' })
    if (fitsSetting(key, value)) return
    throw invalid({ value: settingRefusal(key, (text, values) => format(context.locale, text, values)) })
  },
}
