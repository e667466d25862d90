/** Process steps of a product. */
import { sql } from 'kysely'
import type { producttechflow } from '#contract/basic/producttechflow.ts'
import { type FieldErrors, invalid } from '#contract/schema/answer.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft, EntityHooks } from '../basis/hooks.ts'

const copied = ['limitMin', 'limitMax', 'limitUnit', 'monitorIntervalMin'] as const

/** Required monitoring data of a key control point. */
function keyErrors(row: Draft, step: Values): FieldErrors {
  const fieldErrors: Record<string, string> = {}
  if (isEmpty(step.controlItem) || isEmpty(step.correctiveAction)) fieldErrors.techFlowId = 'keyStepIncomplete'
  if (isEmpty(row.limitMin) && isEmpty(row.limitMax)) fieldErrors.limitMin = 'required'
  return fieldErrors
}

/** Inherits missing limits, and always the key flag, from the library step. */
async function fill(context: Context, row: Draft): Promise<void> {
  if (isEmpty(row.techFlowId)) return
  const { rows } = await sql<Values>`
    select * from techflow where id = ${Number(row.techFlowId) || 0} and "customerId" = ${context.customerId}
      and not "isDeleted"`.execute(context.tx)
  const step = rows[0]
  if (!step) return
  if (step.status !== 'APPROVED') throw invalid({ techFlowId: 'notApproved' })
  for (const name of copied) if (isEmpty(row[name])) row[name] = step[name]
  row.isKeyControl = step.isKeyControl
  const fieldErrors = step.isKeyControl ? keyErrors(row, step) : {}
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
}

export const producttechflowRules: EntityHooks<typeof producttechflow> = {
  beforeSave: (context, row) => fill(context, row),
}
