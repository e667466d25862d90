import { calls } from '#contract/index.ts'
import type { GraphAnswer } from '#contract/trace/graph.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import { request } from '../api/api.ts'
import type { TraceDirection } from './traces.ts'

/**
 * Loads the graph of a question.
 * @throws CallError on refusal
 */
export function loadGraph(
  direction: TraceDirection,
  question: TraceQuestion,
  signal: AbortSignal,
): Promise<GraphAnswer> {
  const called = direction === 'asc' ? calls.reviewAscGraph : calls.reviewDescGraph
  return request(called, question, { signal })
}
