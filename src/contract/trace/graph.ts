/** The layered graph of a trace: every supplier, lot, plan and dealer once, and what went from one to the other. */
import { defineCall } from '../schema/call.ts'
import { reviewascFields, reviewdescFields } from './review.ts'

/** In the order of the columns, from where things come to where they went. */
export const graphKinds = ['SUPPLIER', 'MATERIAL_LOT', 'PLAN', 'SEMI_LOT', 'PRODUCT_LOT', 'DEALER'] as const
export type GraphKind = (typeof graphKinds)[number]

/** The record a node stands for. */
export interface GraphRef {
  readonly entity: 'supply' | 'stocklot' | 'produceplan' | 'dealer'
  readonly id: number
}

export interface GraphNode {
  readonly id: string
  readonly kind: GraphKind
  /** What it is known by: lot number, plan number, name. Of a group, what its members have in common; may be empty. */
  readonly label: string
  readonly sub: string
  /** Of a group, the record all its members belong to, where there is one. */
  readonly ref: GraphRef | null
  /** Code of the plan's state or of the lot's quality. */
  readonly status?: string
  /** What was received, made or is held, net of returns. */
  readonly quantity?: string
  readonly unit?: string
  /** Was the trace asked for it? */
  readonly root?: boolean
  /** How many a group stands for; absent where the node is one thing. */
  readonly count?: number
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  /** Absent where it would add up things of different measures. */
  readonly quantity?: string
  readonly unit?: string
  readonly precision?: 'BATCH' | 'PLAN'
}

/** How many of each have no node of their own because they are in a group. */
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

/** No graph has more nodes than this: what exceeds is grouped. */
export const mostNodes = 2000
/** Dealers are grouped too where they alone would draw more lines than this. */
export const mostEdges = 4000

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
