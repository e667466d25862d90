/** Pending work in rows: its order, facts and mending step. Pure. */
import type { HomeCounter } from '#contract/system/home.ts'
import type { RowValues, Sort } from '../../data/records/row.ts'

export interface RowsShown {
  /** Fields beside the title, filled ones only. */
  readonly facts: readonly string[]
  readonly sort: Sort
  /** Instant from which a row has been waiting. */
  readonly since?: string
  /** Button of its step; otherwise rows are for reading. */
  readonly hasStep?: boolean
  /** Page on which the row is gone on with. */
  readonly goTo?: GoTo
}

interface GoTo {
  readonly page: string
  readonly title: string
  readonly path: (row: RowValues) => string
}

const dispose: GoTo = {
  page: 'unqualifiedproduct',
  title: 'home.dispose',
  path: ({ id, onHandQty }) => `/unqualifiedproduct/new?lotId=${id}&qty=${onHandQty}`,
}
const retest: GoTo = {
  page: 'qualityinspection',
  title: 'home.retest',
  path: ({ id }) => `/qualityinspection/new?inspectType=RETEST&lotId=${id}`,
}
const seeShortage: GoTo = { page: 'produceplan', title: 'home.seeShortage', path: ({ id }) => `/produceplan/${id}` }

const oldest: Sort = [['id', 'asc']]
const lot = ['materialId', 'productId', 'onHandQty'] as const
const plan = { facts: ['productId', 'plannedQty', 'produceDate'], sort: [['produceDate', 'asc']] } as const

/** Rows by counter; counters that are missing stay numbers. */
export const rowsShown: Readonly<Record<string, RowsShown>> = {
  pendingLots: { facts: [...lot, 'supplyId'], sort: oldest, since: 'firstInAt', hasStep: true },
  inspections: {
    facts: ['itemName', 'lotId', 'inspectType', 'inspectorId'],
    sort: oldest,
    since: 'sampleTime',
    hasStep: true,
  },
  toRelease: {
    facts: ['itemName', 'lotId', 'inspectType', 'verdict'],
    sort: oldest,
    since: 'sampleTime',
    hasStep: true,
  },
  holdLots: { facts: [...lot, 'statusReason'], sort: oldest, goTo: retest },
  expiredLots: { facts: [...lot, 'expiryDate'], sort: [['expiryDate', 'asc']], goTo: dispose },
  expiringLots: { facts: [...lot, 'expiryDate'], sort: [['expiryDate', 'asc']], hasStep: true },
  shortPlans: { ...plan, goTo: seeShortage },
  plansToday: { ...plan, hasStep: true },
  openPlans: { ...plan, hasStep: true },
  openDeviations: {
    facts: ['productTechFlowId', 'controlItem', 'measuredValue', 'producePlanId'],
    sort: oldest,
    since: 'monitorTime',
    hasStep: true,
  },
  nonconformities: { facts: ['itemName', 'qty', 'unqualifiedItems'], sort: oldest, since: 'foundTime', hasStep: true },
  complaints: { facts: ['productId', 'lotNo', 'dealerId'], sort: oldest, since: 'complaintTime', hasStep: true },
  drafts: { facts: ['supplyId', 'dealerId', 'productId', 'producePlanId', 'handlerId'], sort: oldest },
}

export interface Sorted {
  readonly inRows: readonly HomeCounter[]
  readonly asNumbers: readonly HomeCounter[]
  readonly zero: readonly HomeCounter[]
}

const urgent = ['danger', 'warning', 'neutral'] as const
const maxInRows = 8

/**
 * What waits: in rows where this person can go on with it, most urgent first; as numbers otherwise.
 *
 * @param hasStep whether a counter's step is permitted
 */
export function sortedWork(counters: readonly HomeCounter[], hasStep: (counter: HomeCounter) => boolean): Sorted {
  const waiting = counters.filter(({ count }) => count > 0)
  const inRows = waiting
    .filter(counter => rowsShown[counter.key] !== undefined && hasStep(counter))
    .toSorted((one, other) => urgent.indexOf(one.tone) - urgent.indexOf(other.tone))
    .slice(0, maxInRows)
  return {
    inRows,
    asNumbers: waiting.filter(counter => !inRows.includes(counter)),
    zero: counters.filter(({ count }) => count === 0),
  }
}
