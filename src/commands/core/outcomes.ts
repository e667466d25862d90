/** Aggregation of outcomes per row into one result. */
import { refusals } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { text } from '../../data/language.ts'
import type { RowOutcome } from '../../data/records/row.ts'
import type { Invocation, Result } from './command.ts'

/** Payload of a result with at least one successful row. */
export interface Outcome {
  readonly data?: unknown
  readonly undo?: Invocation
  readonly message?: string
  readonly offers?: readonly Invocation[]
}

export function resultOf(rows: readonly RowOutcome[], { message, offers, ...more }: Outcome = {}): Result {
  const first = rows.find(row => !row.ok)
  if (!first) return { status: 'ok', rows, ...more }
  const offered = offers ? { offers } : {}
  if (rows.some(row => row.ok)) return { status: 'partial', rows, ...more, ...offered, ...(message ? { message } : {}) }
  return { status: 'failed', code: first.status, message: first.message, rows, ...offered }
}

/** Outcomes whose message names the argument that was refused. */
export function namingArguments(entity: Entity, action: string, outcomes: readonly RowOutcome[]) {
  const fields = entity.actions[action]?.arguments ?? {}
  const titleOf = (name: string, own = `${entity.name}.${action}.${name}`) =>
    text(own) === own ? text(`${entity.name}.${name}`) : text(own)
  return outcomes.map(outcome => {
    const wrong = outcome.status === refusals.invalid.status ? Object.entries(Object(outcome.data)) : []
    const own = wrong.filter(([name]) => name in fields)
    if (own.length === 0) return outcome
    return { ...outcome, message: own.map(([name, why]) => `${titleOf(name)}: ${text(`fault.${why}`)}`).join('; ') }
  })
}
