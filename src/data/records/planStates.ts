/** Cache of production plan states for the workbench. */
import { type Atom, atom } from 'jotai'
import { planState } from '#contract/production/plan.ts'
import type { PlanState } from '#contract/production/planState.ts'
import { request } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { atomFamily } from '../memo.ts'
import { store } from '../store.ts'

const stateOf = atomFamily((_plan: number) => atom<PlanState | null>(null))

export function planStateAtom(id: number): Atom<PlanState | null> {
  return stateOf(id)
}

/** Reloads a plan state; the cached one stays meanwhile. */
export async function loadPlanState(id: number): Promise<void> {
  try {
    store.set(stateOf(id), await request(planState, { planId: id }))
  } catch (error) {
    reportError(error, planState.path)
  }
}
