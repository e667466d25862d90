/** Trace graph in layers, with flows. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'
import { reviewascFields, reviewdescFields } from './trace.ts'

/** Node kinds in column order, upstream to downstream. */
export const graphKinds = ['SUPPLIER', 'MATERIAL_LOT', 'PLAN', 'SEMI_LOT', 'PRODUCT_LOT', 'DEALER'] as const
export type GraphKind = (typeof graphKinds)[number]

const graphRefShape = answer.object({
  entity: answer.oneOf('supply', 'stocklot', 'produceplan', 'dealer'),
  id: answer.whole,
})
export type GraphRef = answer.TypeOf<typeof graphRefShape>

const graphNodeShape = answer.object({
  id: answer.string,
  kind: answer.oneOf(...graphKinds),
  /** Lot number, plan number or name. Groups: the common part. */
  label: answer.string,
  sub: answer.string,
  /** Of a group, the common record, if any. */
  ref: answer.orNull(graphRefShape),
  /** Code of the plan's state or the lot's quality. */
  status: answer.optional(answer.string),
  /** Quantity received, made or held, net of returns. */
  quantity: answer.optional(answer.string),
  unit: answer.optional(answer.string),
  root: answer.optional(answer.boolean),
  /** Group size; undefined for a single item. */
  count: answer.optional(answer.whole),
})
export type GraphNode = answer.TypeOf<typeof graphNodeShape>

const graphEdgeShape = answer.object({
  from: answer.string,
  to: answer.string,
  /** Undefined where units differ. */
  quantity: answer.optional(answer.string),
  unit: answer.optional(answer.string),
  precision: answer.optional(answer.oneOf('BATCH', 'PLAN')),
})
export type GraphEdge = answer.TypeOf<typeof graphEdgeShape>

const graphCutShape = answer.object({
  suppliers: answer.whole,
  lots: answer.whole,
  plans: answer.whole,
  dealers: answer.whole,
})
/** Counts of grouped items without own node. */
export type GraphCut = answer.TypeOf<typeof graphCutShape>

const graphAnswerShape = answer.object({
  asOfSeq: answer.whole,
  nodes: answer.listOf(graphNodeShape),
  edges: answer.listOf(graphEdgeShape),
  cut: graphCutShape,
})
export type GraphAnswer = answer.TypeOf<typeof graphAnswerShape>

export const maxNodes = 2000
/** Edge limit, beyond which dealers are grouped too. */
export const maxEdges = 4000

export const reviewAscGraph = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewAscGraph',
  permission: { menu: 'reviewasc' },
  purpose: 'The forward trace as a graph; at most 2,000 nodes, the rest in groups that add up.',
  takes: reviewascFields,
  returns: graphAnswerShape,
})

export const reviewDescGraph = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewDescGraph',
  permission: { menu: 'reviewdesc' },
  purpose: 'The backward trace as a graph; at most 2,000 nodes, the rest in groups that add up.',
  takes: reviewdescFields,
  returns: graphAnswerShape,
})
