/** Trace graph, loaded on demand. */
import { calls } from '#contract/index.ts'
import type { Values } from '#contract/schema/field.ts'
import type { GraphAnswer } from '#contract/trace/graph.ts'
import { requestWith } from '../api/api.ts'
import type { TraceDirection } from './traces.ts'

/**
 * Loads the graph of a question.
 * @throws CallError on refusal
 */
export function loadGraph(direction: TraceDirection, question: Values, signal: AbortSignal): Promise<GraphAnswer> {
  const called = direction === 'asc' ? calls.reviewAscGraph : calls.reviewDescGraph
  return requestWith(called, question, { signal })
}
