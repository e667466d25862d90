/** The graph of a trace, asked for when somebody looks at it. */
import { calls } from '../../contract/index.ts'
import type { Values } from '../../contract/schema/field.ts'
import type { GraphAnswer } from '../../contract/trace/graph.ts'
import { call } from '../api/api.ts'
import type { ReviewDirection } from './reviews.ts'

/** Asks the server for the graph of a question. @throws CallError as the server refused it */
export function loadGraph(direction: ReviewDirection, question: Values, signal: AbortSignal): Promise<GraphAnswer> {
  const { path } = direction === 'asc' ? calls.reviewAscGraph : calls.reviewDescGraph
  return call<GraphAnswer>(path, question, { signal })
}
