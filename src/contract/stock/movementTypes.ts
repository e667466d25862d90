/**
 * Movement types of the ledger, each defined once: enumeration, usage matrix, plan sums, balance, genealogy, graph and
 * tracking events derive from it (domain.md §2.1).
 */
import { defineEnumeration } from '../schema/field.ts'

export const locationType = defineEnumeration('LocationType', {
  STORAGE: '库存',
  SUPPLIER: '供应商',
  WIP: '在制',
  PROCESS: '生产转化',
  DEALER: '经销商',
  SAMPLE: '留样室',
  LAB: '检验消耗',
  SCRAP: '报废销毁',
  ADJUST: '盘点差异',
})
export type LocationType = keyof typeof locationType.options

/** Operation on a lot, a row of the usage matrix. `issue` covers make-up, `test` retained samples. */
export type LotOperation = 'issue' | 'use' | 'sell' | 'transfer' | 'test' | 'return' | 'rework' | 'scrap' | 'relabel'

/** Column of a plan's sums. */
export type PlanSum = 'issued' | 'madeUp' | 'returned' | 'scrapped' | 'used' | 'output' | 'byProduct'

/** Origin of a link between lots. */
export const linkKind = defineEnumeration('LinkKind', { PLAN: '生产', RELABEL: '换标' })
export type LinkKind = keyof typeof linkKind.options

/** Links between labels of the same goods: cases and recalls go along. */
export const keepsGoods: Readonly<Record<LinkKind, boolean>> = { PLAN: false, RELABEL: true }

export interface MovementType {
  readonly label: string
  /** Source and target locations; empty for the reversal, the mirror of any row. */
  readonly from: readonly LocationType[]
  readonly to: readonly LocationType[]
  /** Row of the usage matrix; null where no lot is barred. */
  readonly operation: LotOperation | null
  readonly blockedInQuarantine: boolean
  /** Required of movements into, out of or through a plan's work. */
  readonly planSum: PlanSum | null
  /** End of a lot link; required of movements into or out of PROCESS. */
  readonly lineage: { readonly kind: LinkKind; readonly end: 'IN' | 'OUT' } | null
  /** Delta on earlier movements, in either direction. */
  readonly isCorrection: boolean
}

const input = { kind: 'PLAN', end: 'IN' } as const
const output = { kind: 'PLAN', end: 'OUT' } as const

// biome-ignore format: a table is read by its columns
const rows = {
  RCV: { label: '收货', from: ['SUPPLIER'], to: ['STORAGE'], operation: null, blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
  SRT: { label: '退供应商', from: ['STORAGE'], to: ['SUPPLIER'], operation: 'return', blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
  ISS: { label: '领料', from: ['STORAGE'], to: ['WIP'], operation: 'issue', blockedInQuarantine: true, planSum: 'issued', lineage: null, isCorrection: false },
  MUP: { label: '补料', from: ['STORAGE'], to: ['WIP'], operation: 'issue', blockedInQuarantine: true, planSum: 'madeUp', lineage: null, isCorrection: false },
  RTN: { label: '退料', from: ['WIP'], to: ['STORAGE'], operation: null, blockedInQuarantine: false, planSum: 'returned', lineage: null, isCorrection: false },
  USE: { label: '投料', from: ['WIP'], to: ['PROCESS'], operation: 'use', blockedInQuarantine: false, planSum: 'used', lineage: input, isCorrection: false },
  USA: { label: '投料更正', from: ['WIP', 'PROCESS'], to: ['PROCESS', 'WIP'], operation: null, blockedInQuarantine: false, planSum: 'used', lineage: input, isCorrection: true },
  OUT: { label: '完工入库', from: ['PROCESS'], to: ['STORAGE'], operation: null, blockedInQuarantine: false, planSum: 'output', lineage: output, isCorrection: false },
  BYP: { label: '副产品入库', from: ['PROCESS'], to: ['STORAGE'], operation: null, blockedInQuarantine: false, planSum: 'byProduct', lineage: output, isCorrection: false },
  SAL: { label: '销售出库', from: ['STORAGE'], to: ['DEALER'], operation: 'sell', blockedInQuarantine: true, planSum: null, lineage: null, isCorrection: false },
  DRT: { label: '经销商退货', from: ['DEALER'], to: ['STORAGE'], operation: null, blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
  RRT: { label: '召回退回', from: ['DEALER'], to: ['STORAGE'], operation: null, blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
  SMP: { label: '留样', from: ['STORAGE'], to: ['SAMPLE'], operation: 'test', blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
  TST: { label: '检验消耗', from: ['STORAGE', 'SAMPLE'], to: ['LAB'], operation: 'test', blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
  SCR: { label: '报废销毁', from: ['STORAGE', 'SAMPLE', 'WIP'], to: ['SCRAP'], operation: 'scrap', blockedInQuarantine: false, planSum: 'scrapped', lineage: null, isCorrection: false },
  RWK: { label: '返工领用', from: ['STORAGE'], to: ['WIP'], operation: 'rework', blockedInQuarantine: false, planSum: 'issued', lineage: null, isCorrection: false },
  TRF: { label: '移库', from: ['STORAGE'], to: ['STORAGE'], operation: 'transfer', blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
  ADJ: { label: '盘点调整', from: ['STORAGE', 'ADJUST'], to: ['ADJUST', 'STORAGE'], operation: null, blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
  RLO: { label: '换标转出', from: ['STORAGE'], to: ['PROCESS'], operation: 'relabel', blockedInQuarantine: false, planSum: null, lineage: { kind: 'RELABEL', end: 'IN' }, isCorrection: false },
  RLI: { label: '换标转入', from: ['PROCESS'], to: ['STORAGE'], operation: null, blockedInQuarantine: false, planSum: null, lineage: { kind: 'RELABEL', end: 'OUT' }, isCorrection: false },
  REV: { label: '冲销', from: [], to: [], operation: null, blockedInQuarantine: false, planSum: null, lineage: null, isCorrection: false },
} as const satisfies Readonly<Record<string, MovementType>>

export type MovementCode = keyof typeof rows
export const movementTypes: Readonly<Record<MovementCode, MovementType>> = rows
export const movementCodes = Object.keys(rows) as readonly MovementCode[]

/** Mirrored row of a reversed one. */
export const reversal = 'REV' satisfies MovementCode

export const moveType = defineEnumeration(
  'MoveType',
  Object.fromEntries(movementCodes.map(code => [code, rows[code].label])) as Readonly<Record<MovementCode, string>>,
)

const codesWhere = (isMeant: (type: MovementType) => boolean): readonly MovementCode[] =>
  movementCodes.filter(code => isMeant(movementTypes[code]))

/** Ends of links: used and made, of one origin or all. */
export const linkEnds = (end: 'IN' | 'OUT', kind?: LinkKind): readonly MovementCode[] =>
  codesWhere(({ lineage }) => lineage?.end === end && (kind === undefined || lineage.kind === kind))

/** Origins other than plans: one line of a document links what it took to what it returned. */
export const documentLinks = (Object.keys(linkKind.options) as LinkKind[]).filter(kind => kind !== 'PLAN')

/** The movement is one end of a document's own link. */
export const linksByDocument = (code: MovementCode): boolean =>
  documentLinks.some(kind => kind === movementTypes[code].lineage?.kind)

export const ofPlanSum = (sum: PlanSum): readonly MovementCode[] => codesWhere(({ planSum }) => planSum === sum)

const sold = codesWhere(({ to }) => to.includes('DEALER'))
const dealerReturned = codesWhere(({ from }) => from.includes('DEALER'))
const received = codesWhere(({ from }) => from.includes('SUPPLIER'))

/** Sales, returns of dealers, and receipts from suppliers. */
export const dealings = { sold, dealerReturned, received } as const

export type TrackingEvent = 'RECEIVING' | 'TRANSFORMATION-INPUT' | 'TRANSFORMATION-OUTPUT' | 'SHIPPING'

/** Critical tracking event (FSMA 204); null for movements within the plant. */
export function trackingEventOf(code: MovementCode): TrackingEvent | null {
  const { lineage } = movementTypes[code]
  if (lineage) return lineage.end === 'IN' ? 'TRANSFORMATION-INPUT' : 'TRANSFORMATION-OUTPUT'
  if (received.includes(code)) return 'RECEIVING'
  return sold.includes(code) ? 'SHIPPING' : null
}
