/** The two traces as they stand: what is being asked, and the last answer. */
import { type Atom, atom, type PrimitiveAtom } from 'jotai'
import { calls } from '../contract/index.ts'
import type { ReviewAnswer } from '../contract/review/sections.ts'
import type { Values } from '../contract/schema/field.ts'
import { isEmpty } from '../contract/schema/validate.ts'
import { CallError, call } from './api.ts'
import { isSame } from './draft.ts'
import { store } from './store.ts'

export type ReviewDirection = 'asc' | 'desc'

export interface Review {
  /** What the person is filling in; references with their `$label`. */
  readonly question: Values
  readonly state: 'idle' | 'processing' | 'succeeded' | 'failed'
  readonly answer: ReviewAnswer | null
  /** The server's words when it refused. */
  readonly message: string
}

const untouched: Review = { question: {}, state: 'idle', answer: null, message: '' }

const atoms: Readonly<Record<ReviewDirection, PrimitiveAtom<Review>>> = {
  asc: atom(untouched),
  desc: atom(untouched),
}

export function reviewAtom(direction: ReviewDirection): Atom<Review> {
  return atoms[direction]
}

/** Fills in part of the question. */
export function askReview(direction: ReviewDirection, patch: Values): void {
  store.set(atoms[direction], review => ({ ...review, question: { ...review.question, ...patch } }))
}

/** The question without labels and without what was left empty: what the call takes. */
export function askedOf(question: Values): Values {
  return Object.fromEntries(Object.entries(question).filter(([name, value]) => !name.includes('$') && !isEmpty(value)))
}

/** Asks the server and keeps its answer. @throws CallError as the server refused it */
export async function runReview(
  direction: ReviewDirection,
  asked: Values,
  signal?: AbortSignal,
): Promise<ReviewAnswer> {
  const { path } = direction === 'asc' ? calls.reviewAsc : calls.reviewDesc
  const at = atoms[direction]
  store.set(at, review => ({
    ...review,
    // What is shown is what is asked; the person's own entry keeps the labels of its references.
    question: isSame(askedOf(review.question), asked) ? review.question : asked,
    state: 'processing',
    message: '',
  }))
  try {
    const answer = await call<ReviewAnswer>(path, asked, signal ? { signal } : {})
    store.set(at, review => ({ ...review, state: 'succeeded', answer }))
    return answer
  } catch (error) {
    const message = error instanceof CallError ? error.message : String(error)
    store.set(at, review => ({ ...review, state: 'failed', answer: null, message }))
    throw error
  }
}
