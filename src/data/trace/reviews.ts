/** The two traces as they stand: what is being asked, and the last answer. */
import { type Atom, atom, type PrimitiveAtom } from 'jotai'
import { calls } from '../../contract/index.ts'
import type { Values } from '../../contract/schema/field.ts'
import { isEmpty } from '../../contract/schema/validate.ts'
import { type ReviewAnswer, type SectionName, sectionsOf } from '../../contract/trace/sections.ts'
import { CallError, call } from '../api/api.ts'
import { isSame } from '../drafts/draft.ts'
import { store } from '../store.ts'
import { changed, codesIn, withLabels, withoutCodes } from './reviewQuestion.ts'

export type ReviewDirection = ReviewAnswer['direction']

export type ReviewCounts = ReviewAnswer['counts']

export interface Review {
  /** What the person is filling in; references with their `$label`. */
  readonly question: Values
  readonly state: 'idle' | 'processing' | 'succeeded' | 'failed'
  readonly answer: ReviewAnswer | null
  /** What the answer was asked by; references with their `$label` where it is known. */
  readonly asked: Values
  /** The counts with nothing left out, while something is left out to see what would change. */
  readonly before: ReviewCounts | null
  /** Codes that were scanned into the question and understood. */
  readonly scanned: readonly string[]
  /** The address that asked last; coming back to it asks nothing anew. */
  readonly address: string
  /** The server's words when it refused. */
  readonly message: string
  /** What is looked at: a section, or the graph. */
  readonly shown: SectionName | typeof graph
}

/** The tab that is no section. */
export const graph = 'graph'

const untouched = (direction: ReviewDirection): Review => ({
  question: {},
  state: 'idle',
  answer: null,
  asked: {},
  before: null,
  scanned: [],
  address: '',
  message: '',
  shown: sectionsOf[direction][0] ?? graph,
})

const atoms: Readonly<Record<ReviewDirection, PrimitiveAtom<Review>>> = {
  asc: atom(untouched('asc')),
  desc: atom(untouched('desc')),
}

export function reviewAtom(direction: ReviewDirection): Atom<Review> {
  return atoms[direction]
}

/** Fills in part of the question. */
export function askReview(direction: ReviewDirection, patch: Values): void {
  store.set(atoms[direction], review => ({ ...review, question: changed(review.question, patch) }))
}

/** Looks at a section, or at the graph. */
export function showSection(direction: ReviewDirection, shown: Review['shown']): void {
  store.set(atoms[direction], review => ({ ...review, shown }))
}

/** The sections whose rows somebody who looks at the answer wants with it; the others are read when they are opened. */
export function sectionsShown(direction: ReviewDirection): readonly SectionName[] {
  const { shown } = store.get(atoms[direction])
  return sectionsOf[direction].filter((name, place) => (shown === graph ? place === 0 : name === shown))
}

/** Takes note that an address has asked; answers whether it had done so before, last of all. */
export function arrivedAt(direction: ReviewDirection, address: string): boolean {
  const isKnown = store.get(atoms[direction]).address === address
  if (!isKnown) store.set(atoms[direction], review => ({ ...review, address }))
  return isKnown
}

/** Understands the codes that were scanned into the question: lots take the place of codes that name them. */
export function understandCodes(direction: ReviewDirection): void {
  store.set(atoms[direction], review => {
    const codes = codesIn(direction, review.question)
    if (codes.length === 0) return review
    return { ...review, question: withoutCodes(direction, review.question), scanned: codes }
  })
}

/** The question without labels and without what was left empty: what the call takes. */
export function askedOf(question: Values): Values {
  return Object.fromEntries(Object.entries(question).filter(([name, value]) => !name.includes('$') && !isEmpty(value)))
}

/** The question with nothing left out of the scope. */
const wholeOf = (question: Values): Values => ({ ...askedOf(question), without: undefined })

/** Against which counts a new answer is shown: those of the same question with nothing left out. */
export function countsBefore({ answer, asked, before }: Review, next: Values): ReviewCounts | null {
  if (isEmpty(next.without) || !answer || !isSame(wholeOf(asked), wholeOf(next))) return null
  return isEmpty(asked.without) ? answer.counts : before
}

/** How often each was asked: only the last asked is still waited for. */
const times = { asc: 0, desc: 0 }

/**
 * Asks the server and keeps its answer.
 * @param sections whose first rows come with it; all where nothing is said
 * @throws CallError as the server refused it
 */
export async function runReview(
  direction: ReviewDirection,
  given: Values,
  { sections, signal }: { readonly sections?: readonly SectionName[]; readonly signal?: AbortSignal } = {},
): Promise<ReviewAnswer> {
  const asked = withoutCodes(direction, askedOf(given))
  const { path } = direction === 'asc' ? calls.reviewAsc : calls.reviewDesc
  const at = atoms[direction]
  const time = ++times[direction]
  const became = (patch: (review: Review) => Partial<Review>) => {
    if (time === times[direction]) store.set(at, review => ({ ...review, ...patch(review) }))
  }
  // What is shown is what is asked; the person's own entry keeps the labels of its references.
  const question = withLabels(asked, store.get(at).question)
  became(() => ({ question, state: 'processing', message: '' }))
  try {
    const answer = await call<ReviewAnswer>(path, { ...asked, ...(sections && { sections }) }, signal ? { signal } : {})
    became(review => ({ state: 'succeeded', answer, asked: question, before: countsBefore(review, asked) }))
    return answer
  } catch (error) {
    const message = error instanceof CallError ? error.message : String(error)
    // What was called off leaves what was there.
    if (signal?.aborted) became(({ answer }) => ({ state: answer ? 'succeeded' : 'idle' }))
    else became(() => ({ state: 'failed', answer: null, message }))
    throw error
  }
}

/** Forgets what was asked and answered: somebody else signed in. */
export function forgetReviews(): void {
  for (const direction of ['asc', 'desc'] as const) {
    // Nobody waits for an answer that is still on its way.
    times[direction] += 1
    store.set(atoms[direction], untouched(direction))
  }
}
