/** What statuses, samples and inspections change (domain.md §2.2, §2.3). */
import type { Of } from './operation.ts'
import { documentNamed, type Lot, lotOf, type Quality, type State } from './state.ts'

/** The only way the status of a lot changes. */
export function setStatus(state: State, lot: Lot, to: Quality): void {
  lot.status = to
  state.touched.add(`lot:${lot.id}`)
}

/** A sample was used, disposed of, or put back. */
export function sample(state: State, operation: Of<'useSample' | 'disposeSample' | 'removeSample'>): void {
  const document = documentNamed(state, operation.document)
  state.touched.add(`document:${document.key}`)
  if (operation.kind === 'useSample') {
    document.used += operation.quantity
    document.status = document.used > 0n ? 'PARTLY_USED' : 'RETAINED'
  } else document.status = operation.kind === 'disposeSample' ? 'DISPOSED' : 'REMOVED'
  const { posting } = document
  if (operation.kind === 'removeSample' && posting.kind === 'keepSample' && posting.routine)
    lotOf(state, posting.line.lot).routineSamples -= 1
}

const afterStep = { test: 'TESTING', judge: 'JUDGED', release: 'RELEASED' } as const
/** An inspection goes on; the last step releases its lot. */
export function inspection(state: State, { document: key, step }: Of<'inspection'>): void {
  const document = documentNamed(state, key)
  document.status = afterStep[step]
  state.touched.add(`document:${key}`)
  if (step !== 'release' || document.posting.kind !== 'inspect') return
  const lot = lotOf(state, document.posting.line.lot)
  lot.inspections.delete(key)
  setStatus(state, lot, 'RELEASED')
}

/** A lot is judged by hand; rejecting it ends its inspections. */
export function judgeLot(state: State, { lot: id, to }: Of<'status'>): void {
  const lot = lotOf(state, id)
  setStatus(state, lot, to)
  if (to !== 'REJECTED') return
  for (const key of lot.inspections) {
    documentNamed(state, key).status = 'CLOSED'
    state.touched.add(`document:${key}`)
  }
  lot.inspections.clear()
}
