/** Templates: a layout to begin with, and one default for each purpose. */
import { sql } from 'kysely'
import { type LabelPurpose, labelPurpose } from '#contract/label/labelFields.ts'
import type { labeltemplate } from '#contract/label/labeltemplate.ts'
import { standardLayout } from '#contract/label/standardLayouts.ts'
import { format } from '#contract/messages/index.ts'
import type { Context } from '../../db/connection/context.ts'
import { touched } from '../../db/query/rowsOf.ts'
import type { EntityHooks } from '../basis/hooks.ts'

const isPurpose = (value: unknown): value is LabelPurpose =>
  typeof value === 'string' && Object.hasOwn(labelPurpose.options, value)

export const labeltemplateRules: EntityHooks<typeof labeltemplate> = {
  async beforeSave({ locale }, row, before) {
    if (before || (row.layout !== null && row.layout !== undefined) || !isPurpose(row.purpose)) return
    const { width, height, layout } = standardLayout(row.purpose, key => format(locale, key))
    // Other sizes begin empty: the standard would lie beyond their edge.
    row.layout = Number(row.width) >= width && Number(row.height) >= height ? layout : []
  },
  async afterSave(context, row) {
    if (!row.isDefault) return
    await context.tx
      .updateTable('labeltemplate')
      .set({ ...touched(context), isDefault: false })
      .where('customerId', '=', context.customerId)
      .where('purpose', '=', row.purpose)
      .where('id', '<>', row.id)
      .where('isDefault', '=', true)
      .execute()
  },
}

/** One template for each purpose that never had any. */
export async function makeLabelTemplates(context: Context): Promise<void> {
  const purposes = Object.keys(labelPurpose.options) as LabelPurpose[]
  const rows = purposes.map(purpose => ({
    purpose,
    name: format(context.locale, 'label.template.standard', {
      purpose: format(context.locale, `LabelPurpose.${purpose}`),
    }),
    ...standardLayout(purpose, key => format(context.locale, key)),
  }))
  await sql`
    insert into labeltemplate ("customerId", "createdAt", "updatedAt", name, purpose, width, height, layout,
      "isDefault", status)
    select ${context.customerId}, ${context.now}, ${context.now}, made.name, made.purpose, made.width, made.height,
      made.layout, true, 'ENABLED'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made(name text, purpose text, width int, height int, layout jsonb)
    where not exists (
      select from labeltemplate known where known."customerId" = ${context.customerId}
        and (known.purpose = made.purpose or known.name = made.name))`.execute(context.tx)
}
