/** Refusals judged by the model per document total, not per line. */
import { expect, test } from 'vitest'
import { unexpectedRefusals } from '../model/allowedRefusals.ts'
import { apply } from '../model/effects.ts'
import type { Operation } from '../model/operation.ts'
import type { Entry } from '../model/randomWalk.ts'
import type { Replayed } from '../model/replay.ts'
import { emptyState, lotOf } from '../model/state.ts'

const line = (bin: string, quantity: bigint) => ({ lot: 1, bin, quantity, item: 'material:1', lotNo: 'L1' })

/** Issue of one lot from two bins, partly returned; then its reversal is requested. */
function refusedAfterGiving(back: bigint): string[] {
  const state = emptyState(new Set())
  const done: readonly Operation[] = [
    {
      kind: 'receive',
      document: 'r:1',
      from: 'supplier',
      supplier: 1,
      lines: [line('bin:1', 30n), line('bin:2', 20n)],
    },
    { kind: 'plan', plan: 1, rework: false, item: 'product:1', planned: 50n, batches: 1, lines: [] },
    { kind: 'planStep', plan: 1, step: 'release', lotNo: 'P1' },
    { kind: 'issue', document: 'g:1', plan: 1, lines: [line('bin:1', 30n), line('bin:2', 20n)] },
    { kind: 'return', document: 'g:2', plan: 1, lines: [line('bin:1', back)] },
  ]
  for (const operation of done) apply(state, operation)
  const { status, held, routineSamples } = lotOf(state, 1)
  const then = { status, held, routineSamples, inspections: 0 }
  const replayed: Replayed = {
    ...{ state, differences: [] },
    timelines: { lots: new Map([[1, [{ sent: 0, answered: 1, then }]]]), plans: new Map(), documents: new Map() },
  }
  const refused: Entry = {
    ...{ key: '1-6', name: '', about: { kind: 'reverse', document: 'g:1' }, sent: 2, answered: 3, http: 200 },
    ...{ busy: 0, refusal: 'blockedByUse', data: { blockers: 'g:2' }, done: null },
  }
  return unexpectedRefusals([refused], replayed)
}

test('an issue that put 50 there cannot be undone while 40 are left, though each of its lines put less', () => {
  expect(refusedAfterGiving(10n)).toEqual([])
})

test('and nothing excuses a refusal when all of it still lies there', () => {
  expect(refusedAfterGiving(0n)).toHaveLength(1)
})
