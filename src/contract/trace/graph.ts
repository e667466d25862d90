/** Trace graph in layers, with flows. */
import { defineCall } from '../schema/call.ts'
import { reviewascFields, reviewdescFields } from './trace.ts'

/** Node kinds in column order, upstream to downstream. */
export const graphKinds = ['SUPPLIER', 'MATERIAL_LOT', 'PLAN', 'SEMI_LOT', 'PRODUCT_LOT', 'DEALER'] as const
export type GraphKind = (typeof graphKinds)[number]

export interface GraphRef {
  readonly entity: 'supply' | 'stocklot' | 'produceplan' | 'dealer'
  readonly id: number
}

export interface GraphNode {
  readonly id: string
  readonly kind: GraphKind
  /** Lot number, plan number or name. Groups: the common part. */
  readonly label: string
  readonly sub: string
  /** Of a group, the common record, if any. */
  readonly ref: GraphRef | null
  /** Code of the plan's state or the lot's quality. */
  readonly status?: string
  /** Quantity received, made or held, net of returns. */
  readonly quantity?: string
  readonly unit?: string
  readonly root?: boolean
  /** Group size; undefined for a single item. */
  readonly count?: number
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  /** Undefined where units differ. */
  readonly quantity?: string
  readonly unit?: string
  readonly precision?: 'BATCH' | 'PLAN'
}

/** Counts of grouped items without own node. */
export interface GraphCut {
  readonly suppliers: number
  readonly lots: number
  readonly plans: number
  readonly dealers: number
}

export interface GraphAnswer {
  readonly asOfSeq: number
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly cut: GraphCut
}

export const maxNodes = 2000
/** Edge limit, beyond which dealers are grouped too. */
export const maxEdges = 4000

export const reviewAscGraph = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewAscGraph',
  permission: { menu: 'reviewasc' },
  purpose: 'The forward trace as a graph; at most 2,000 nodes, the rest in groups that add up.',
  takes: reviewascFields,
})

export const reviewDescGraph = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewDescGraph',
  permission: { menu: 'reviewdesc' },
  purpose: 'The backward trace as a graph; at most 2,000 nodes, the rest in groups that add up.',
  takes: reviewdescFields,
})
