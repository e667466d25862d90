/** Items of a trace graph, and the content of nodes. */
import type { GraphNode, GraphRef } from '#contract/trace/graph.ts'
import type { Context } from '../../../db/connection/context.ts'
import { planLinks, plansOfLinks } from '../walk/links.ts'
import type { TraceScope } from '../walk/traceScope.ts'
import { Amount, type Measure } from './graphAmount.ts'
import type { GroupPart } from './graphGroups.ts'
import { type Flow, type Lot, lotsOf, namesOf, plansOf } from './graphRead.ts'

export interface NodeItem extends GroupPart {
  readonly kind: Exclude<GraphNode['kind'], 'DEALER'>
  readonly label: string
  readonly sub: string
  readonly batch?: number
  readonly ref: GraphRef
  readonly status?: string
  readonly root?: boolean
  readonly came: readonly { readonly quantity: number; readonly measure: Measure }[]
}

interface Way {
  readonly from: string
  readonly to: string
  readonly quantity: number
  readonly measure: Measure
  readonly precision?: string
}

export interface GraphData {
  readonly items: ReadonlyMap<string, NodeItem>
  readonly lots: ReadonlyMap<number, Lot>
  readonly flows: readonly Way[]
}

const planNode = (planId: number, batchSeq: number) => `plan:${planId}${batchSeq > 0 ? `:${batchSeq}` : ''}`

const flowKey = (lotId: number, kind: Flow['kind'], planId = 0, batchSeq = 0) =>
  `${lotId}:${kind}:${planId}:${batchSeq}`

function sumsOf(flows: readonly Flow[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { lotId, kind, planId, batchSeq, quantity } of flows) {
    const keys = [flowKey(lotId, kind), flowKey(lotId, kind, planId), flowKey(lotId, kind, planId, batchSeq)]
    for (const key of new Set(keys)) sums.set(key, (sums.get(key) ?? 0) + quantity)
  }
  return sums
}

export async function loadGraphData(
  context: Context,
  scope: TraceScope,
  moved: readonly Flow[],
  held: ReadonlySet<number>,
): Promise<GraphData> {
  const links = scope.links.filter(({ inLotId, outLotId }) => scope.levels.has(inLotId) && scope.levels.has(outLotId))
  const lots = await lotsOf(context, scope)
  const plans = await plansOf(context, plansOfLinks(links))
  const supplyIds = [...lots.values()].flatMap(({ supplyId }) => (supplyId === null ? [] : [supplyId]))
  const suppliers = await namesOf(context, 'supply', [...new Set(supplyIds)])

  const sums = sumsOf(moved)
  const sumOf = (lotId: number, kind: Flow['kind'], planId?: number, batchSeq?: number) =>
    sums.get(flowKey(lotId, kind, planId, batchSeq)) ?? 0

  const ways = new Map<string, Way>()
  const way = (from: string, to: string, rest: Omit<Way, 'from' | 'to'>) => {
    const key = `${from}>${to}`
    if (!ways.has(key)) ways.set(key, { from, to, ...rest })
  }
  for (const { inLotId, outLotId, producePlanId, batchSeq, linkPrecision } of links) {
    const [used, made] = [lots.get(inLotId), lots.get(outLotId)]
    if (producePlanId === null) {
      // A lot that a document made has one origin.
      if (made)
        way(`lot:${inLotId}`, `lot:${outLotId}`, {
          quantity: sumOf(outLotId, 'MADE', 0),
          measure: made,
          precision: linkPrecision,
        })
      continue
    }
    const plan = planNode(producePlanId, batchSeq ?? 0)
    const flowOf = (lot: Lot, kind: Flow['kind']) => ({
      quantity: sumOf(lot.id, kind, producePlanId, batchSeq ?? 0),
      measure: lot,
      precision: linkPrecision,
    })
    if (used) way(`lot:${inLotId}`, plan, flowOf(used, 'USED'))
    if (made) way(plan, `lot:${outLotId}`, flowOf(made, 'MADE'))
  }
  const roots = new Set(scope.roots)
  const goesOn = new Set(links.map(({ inLotId }) => inLotId))
  const items = new Map<string, NodeItem>()
  for (const [id, name] of suppliers) {
    const ref = { entity: 'supply', id } as const
    const bundles = [null, null, null, 'all']
    items.set(`supply:${id}`, {
      ...ref,
      id: `supply:${id}`,
      kind: 'SUPPLIER',
      label: name,
      sub: '',
      ref,
      bundles,
      isHeld: false,
      came: [],
    })
  }
  const ofPlans = planLinks(links)
  const planOfLot = new Map(ofPlans.map(link => [link.outLotId, link.producePlanId]))
  const relabelled = new Set(links.flatMap(link => (link.producePlanId === null ? [link.outLotId] : [])))
  for (const lot of lots.values()) {
    const id = `lot:${lot.id}`
    const isLeaf = !goesOn.has(lot.id)
    const plan = planOfLot.get(lot.id)
    const isRoot = roots.has(lot.id)
    const received = sumOf(lot.id, 'RECEIVED')
    const quantity = received + sumOf(lot.id, 'MADE')
    if (lot.supplyId !== null && suppliers.has(lot.supplyId) && !relabelled.has(lot.id))
      way(`supply:${lot.supplyId}`, id, { quantity: received, measure: lot })
    items.set(id, {
      id,
      kind: lot.kind,
      label: lot.lotNo,
      sub: lot.itemName,
      ref: { entity: 'stocklot', id: lot.id },
      status: lot.status,
      ...(isRoot ? { root: true } : {}),
      came: quantity > 0 ? [{ quantity, measure: lot }] : [],
      isHeld: held.has(lot.id),
      bundles: isRoot
        ? [null, null, null, 'all']
        : [isLeaf && plan ? `plan${plan}` : null, isLeaf ? lot.itemKey : null, lot.itemKey, 'all'],
    })
  }
  for (const link of ofPlans) {
    const id = planNode(link.producePlanId, link.batchSeq ?? 0)
    const plan = plans.get(link.producePlanId)
    if (!plan || items.has(id)) continue
    items.set(id, {
      id,
      kind: 'PLAN',
      label: plan.docNo,
      ...(link.batchSeq ? { batch: link.batchSeq } : {}),
      sub: plan.productName,
      ref: { entity: 'produceplan', id: plan.id },
      status: plan.status,
      came: [],
      isHeld: false,
      bundles: [`plan${plan.id}`, `p${plan.productId}`, `p${plan.productId}`, 'all'],
    })
  }
  return { items, lots, flows: [...ways.values()] }
}

function shared<T>(values: readonly T[]): T | undefined {
  return values.every(value => value === values[0]) ? values[0] : undefined
}

function sumOfItems(items: readonly NodeItem[]): Partial<Pick<GraphNode, 'quantity' | 'unit'>> {
  const all = new Amount()
  for (const { came } of items) for (const { quantity, measure } of came) all.add(quantity, measure)
  return all.value ?? {}
}

export function nodeOfGroup(id: string, items: readonly NodeItem[]): GraphNode {
  const [first] = items
  if (!first) throw new Error(`a group of nothing: ${id}`)
  const { kind, root } = first
  if (items.length === 1) {
    const { sub, ref, status, batch } = first
    const label = batch ? `${first.label} #${batch}` : first.label
    return {
      id,
      kind,
      label,
      sub,
      ref,
      ...(status ? { status } : {}),
      ...(root ? { root } : {}),
      ...sumOfItems(items),
    }
  }
  const status = shared(items.map(item => item.status))
  const record = shared(items.map(({ ref }) => `${ref.entity}:${ref.id}`))
  return {
    id,
    kind,
    label: (record === undefined ? undefined : first.label) ?? shared(items.map(item => item.sub)) ?? '',
    sub: record === undefined ? '' : first.sub,
    ref: record === undefined ? null : first.ref,
    ...(status ? { status } : {}),
    ...(items.some(item => item.root) ? { root: true } : {}),
    ...sumOfItems(items),
    count: items.length,
  }
}

export function othersNode(
  of: string,
  count: number,
  { items }: GraphData,
  sum: { readonly quantity: string; readonly unit: string } | undefined,
): GraphNode {
  const lot = items.get(of)
  return {
    id: `dealers:${of}`,
    kind: 'DEALER',
    label: lot?.label ?? '',
    sub: '',
    ref: lot?.ref ?? null,
    count,
    ...sum,
  }
}
