/** State of both traces: current question and last answer. */
import { type Atom, atom, type PrimitiveAtom } from 'jotai'
import { calls } from '#contract/index.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { request } from '../api/api.ts'
import { CallError } from '../api/transport.ts'
import { isSame } from '../drafts/draft.ts'
import { store, storeLocal } from '../store.ts'
import { changed, codesIn, withLabels, withoutCodes } from './traceQuestion.ts'

export type TraceDirection = TraceAnswer['direction']

export type TraceCounts = TraceAnswer['counts']

export interface Trace {
  /** Question being edited; references with `$label`. */
  readonly question: TraceQuestion
  readonly state: 'idle' | 'processing' | 'succeeded' | 'failed'
  readonly answer: TraceAnswer | null
  /** Question of the answer; references with `$label` where known. */
  readonly asked: TraceQuestion
  /** Baseline counts without exclusions, for comparison. */
  readonly before: TraceCounts | null
  readonly scanned: readonly string[]
  /** Address of the last query, which returning does not repeat. */
  readonly address: string
  readonly message: string
  readonly shown: SectionName | typeof graph
}

export const graph = 'graph'

const untouched = (direction: TraceDirection): Trace => ({
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

const atoms: Readonly<Record<TraceDirection, PrimitiveAtom<Trace>>> = {
  asc: atom(untouched('asc')),
  desc: atom(untouched('desc')),
}

export function traceAtom(direction: TraceDirection): Atom<Trace> {
  return atoms[direction]
}

export function askTrace(direction: TraceDirection, patch: TraceQuestion): void {
  store.set(atoms[direction], trace => ({ ...trace, question: changed(trace.question, patch) }))
}

export function showSection(direction: TraceDirection, shown: Trace['shown']): void {
  store.set(atoms[direction], trace => ({ ...trace, shown }))
}

/** Sections to load eagerly; the rest load when opened. */
export function sectionsShown(direction: TraceDirection): readonly SectionName[] {
  const { shown } = store.get(atoms[direction])
  return sectionsOf[direction].filter((name, place) => (shown === graph ? place === 0 : name === shown))
}

export function arrivedAt(direction: TraceDirection, address: string): boolean {
  const isKnown = store.get(atoms[direction]).address === address
  if (!isKnown) store.set(atoms[direction], trace => ({ ...trace, address }))
  return isKnown
}

export function understandCodes(direction: TraceDirection): void {
  store.set(atoms[direction], trace => {
    const codes = codesIn(direction, trace.question)
    if (codes.length === 0) return trace
    return { ...trace, question: withoutCodes(direction, trace.question), scanned: codes }
  })
}

export function askedOf(question: TraceQuestion): TraceQuestion {
  return Object.fromEntries(Object.entries(question).filter(([name, value]) => !name.includes('$') && !isEmpty(value)))
}

const wholeOf = (question: TraceQuestion): TraceQuestion => ({ ...askedOf(question), without: undefined })

/** Baseline of a new answer: counts without exclusions. */
export function countsBefore({ answer, asked, before }: Trace, next: TraceQuestion): TraceCounts | null {
  if (isEmpty(next.without) || !answer || !isSame(wholeOf(asked), wholeOf(next))) return null
  return isEmpty(asked.without) ? answer.counts : before
}

/** Sequence numbers: only the latest query counts. */
const times = storeLocal(() => ({ asc: 0, desc: 0 }))

/**
 * Queries the server and stores the answer.
 * @param sections sections with first rows; all by default
 * @throws CallError on refusal
 */
export async function runTrace(
  direction: TraceDirection,
  given: TraceQuestion,
  { sections, signal }: { readonly sections?: readonly SectionName[]; readonly signal?: AbortSignal } = {},
): Promise<TraceAnswer> {
  const asked = withoutCodes(direction, askedOf(given))
  const called = direction === 'asc' ? calls.reviewAsc : calls.reviewDesc
  const at = atoms[direction]
  times()[direction] += 1
  const time = times()[direction]
  const became = (patch: (trace: Trace) => Partial<Trace>) => {
    if (time === times()[direction]) store.set(at, trace => ({ ...trace, ...patch(trace) }))
  }
  // Displayed question equals the query; labels of the user's entry persist.
  const question = withLabels(asked, store.get(at).question)
  became(() => ({ question, state: 'processing', message: '' }))
  try {
    const answer = await request(called, { ...asked, ...(sections && { sections }) }, signal ? { signal } : {})
    became(trace => ({ state: 'succeeded', answer, asked: question, before: countsBefore(trace, asked) }))
    return answer
  } catch (error) {
    const message = error instanceof CallError ? error.message : String(error)
    // Cancellation restores the previous state.
    if (signal?.aborted) became(({ answer }) => ({ state: answer ? 'succeeded' : 'idle' }))
    else became(() => ({ state: 'failed', answer: null, message }))
    throw error
  }
}

/** Clears questions and answers when another user signs in. */
export function forgetTraces(): void {
  for (const direction of ['asc', 'desc'] as const) {
    times()[direction] += 1
    store.set(atoms[direction], untouched(direction))
  }
}
