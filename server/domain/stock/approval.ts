/** Approval of documents by a second person before posting (domain.md §2.2, §0.5.9). */
import { AppError } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Fields, isEntered, type Values } from '#contract/schema/field.ts'
import { compute } from '#contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { changesOf } from '../basis/audit.ts'
import type { Duty } from '../basis/duties.ts'
import type { Draft } from '../basis/hooks.ts'
import { signerOf } from '../basis/people.ts'

interface Approvable {
  readonly handlerId: number
  readonly approverId: number | null
}

/**
 * Signs as approver, once, never for one's own document.
 * @throws AppError wrongState, noEmployee, samePerson
 */
export async function approve(context: Context, duty: Duty, row: Approvable) {
  if (row.approverId !== null) throw new AppError('wrongState', row)
  return { approverId: await signerOf(context, duty, row.handlerId) }
}

/** @throws AppError approvalMissing */
export function demandApproval(row: Approvable): void {
  if (row.approverId === null) throw new AppError('approvalMissing')
}

const entered = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([, field]) => isEntered(field)))

/** Definition reduced to user input, lines included. */
function typedPart(entity: Entity): Entity {
  const lines = Object.entries(entity.lines).map(([name, line]) => [name, typedPart(line)])
  return { ...entity, fields: entered(entity.fields), lines: Object.fromEntries(lines) }
}

export function clearApproval(entity: Entity, row: Draft, before: Pick<Approvable, 'approverId'> | null): void {
  if (!before?.approverId) return
  const changes = changesOf(typedPart(entity), before as Values, compute(entity, row))
  if (changes !== '') row.approverId = null
}
