import type { producttechflow } from '#contract/basic/producttechflow.ts'
import type { techflow } from '#contract/basic/techflow.ts'
import { type FieldErrors, invalid } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import type { EntityHooks } from '../basis/hooks.ts'

type StepDraft = DraftOf<typeof producttechflow>

/** Required monitoring data of a key control point. */
function keyErrors(
  row: StepDraft,
  step: Pick<RowOf<typeof techflow>, 'controlItem' | 'correctiveAction'>,
): FieldErrors {
  const fieldErrors: Record<string, string> = {}
  if (isEmpty(step.controlItem) || isEmpty(step.correctiveAction)) fieldErrors.techFlowId = 'keyStepIncomplete'
  if (isEmpty(row.limitMin) && isEmpty(row.limitMax)) fieldErrors.limitMin = 'required'
  return fieldErrors
}

/** Inherits missing limits, and always the key flag, from the library step. */
async function fill(context: Context, row: StepDraft): Promise<void> {
  if (!row.techFlowId) return
  const step = await rowsOf(context, 'techflow')
    .selectAll()
    .where('id', '=', row.techFlowId)
    .where('isDeleted', '=', false)
    .executeTakeFirst()
  if (!step) return
  if (step.status !== 'APPROVED') throw invalid({ techFlowId: 'notApproved' })
  row.limitMin ??= step.limitMin
  row.limitMax ??= step.limitMax
  row.limitUnit ??= step.limitUnit
  row.monitorIntervalMin ??= step.monitorIntervalMin
  row.isKeyControl = step.isKeyControl
  const fieldErrors = step.isKeyControl ? keyErrors(row, step) : {}
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
}

export const producttechflowRules: EntityHooks<typeof producttechflow> = {
  beforeSave: (context, row) => fill(context, row),
}
