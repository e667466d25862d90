/** Process steps of a product. */
import { sql } from 'kysely'
import type { producttechflow } from '#contract/basic/producttechflow.ts'
import { type Faults, invalid } from '#contract/schema/answer.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft, EntityHooks } from '../basis/hooks.ts'

const copied = ['limitMin', 'limitMax', 'limitUnit', 'monitorIntervalMin'] as const

/** Required monitoring data of a key control point. */
function keyFaults(row: Draft, step: Values): Faults {
  const faults: Record<string, string> = {}
  if (isEmpty(step.controlItem) || isEmpty(step.correctiveAction)) faults.techFlowId = 'keyStepIncomplete'
  if (isEmpty(row.limitMin) && isEmpty(row.limitMax)) faults.limitMin = 'required'
  return faults
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
  const faults = step.isKeyControl ? keyFaults(row, step) : {}
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

export const producttechflowRules: EntityHooks<typeof producttechflow> = {
  beforeSave: (context, row) => fill(context, row),
}
