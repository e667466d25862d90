/** Papers of the trade: which record they show, and of it what. */
import { type Entity, hasRecord } from '../schema/entity.ts'
import type { Values } from '../schema/field.ts'

/** Rows of another list that belong to the record. */
export interface PaperTable {
  readonly of: string
  /** Field of those rows → where its value is: `id`, `lines.lotId`, or `productstorein.lotId` of a table before. */
  readonly matching: Readonly<Record<string, string>>
  /** Further values that those rows have. */
  readonly having?: Readonly<Record<string, string>>
  /** Fields; `lines.qty` is one of their lines and gives a row for each. */
  readonly columns: readonly string[]
  /** Own title key; the plural of the rows' entity by default. */
  readonly title?: string
  /** Field that orders the rows; oldest first by default. */
  readonly order?: string
}

export interface Paper {
  readonly name: string
  readonly entity: string
  /** States in which it may be printed; any by default. */
  readonly from?: readonly string[]
  readonly when?: (row: Values) => boolean
  /** Fields of the head; those of the form by default. */
  readonly fields?: readonly string[]
  /** Fields of lines by list, the definition's by default; empty lists are left out. */
  readonly lines?: Readonly<Record<string, readonly string[]>>
  /** Fields of lines that are written on the paper by hand. */
  readonly blank?: readonly string[]
  /** Fields printed as paragraphs, without title. */
  readonly text?: readonly string[]
  readonly tables?: readonly PaperTable[]
  /** Reference whose number the paper bears; its own by default. */
  readonly numberedBy?: string
  /** Lines of an issue as stock proposes them just now. */
  readonly proposes?: 'issueLines'
  /** Lines to sign on, as `paper.<name>`; the definition's by default. */
  readonly signatures?: readonly string[]
}

/** Name of the paper that every printable entity has: the record as it stands. */
export const recordPaper = 'record'

const plan = { producePlanId: 'id' }

const batchRecord: Paper = {
  name: 'batchRecord',
  entity: 'produceplan',
  from: ['ISSUING', 'PRODUCING', 'FINISHED', 'CLOSED'],
  signatures: ['made', 'inspected', 'checked', 'approved', 'date'],
  tables: [
    {
      of: 'producttechflow',
      matching: { productId: 'productId' },
      order: 'stepNo',
      columns: [
        'stepNo',
        'techFlowId',
        'equipmentId',
        'standardMinutes',
        'isKeyControl',
        'limitMin',
        'limitMax',
        'limitUnit',
      ],
    },
    {
      of: 'getmaterialrecord',
      matching: plan,
      columns: [
        ...['docNo', 'issueTime', 'issueType', 'lines.materialId', 'lines.semiProductId', 'lines.lotId'],
        ...['lines.supplierLotNo', 'lines.expiryDate', 'lines.qty', 'issuerId', 'receiverId', 'status'],
      ],
    },
    {
      of: 'materialmakeup',
      matching: plan,
      columns: ['docNo', 'makeUpTime', 'materialId', 'lotId', 'qty', 'reason', 'applicantId', 'approverId', 'status'],
    },
    {
      of: 'usematerialrecord',
      matching: plan,
      columns: [
        ...['docNo', 'batchSeq', 'techStepNo', 'useTime', 'materialId', 'semiProductId', 'lotId', 'planAmount'],
        ...['factAmount', 'deviationRate', 'equipmentId', 'operatorId', 'reviewerId', 'correctionOfId', 'status'],
      ],
    },
    {
      of: 'importcontrol',
      matching: plan,
      order: 'monitorTime',
      columns: [
        ...['docNo', 'batchSeq', 'productTechFlowId', 'ccpNo', 'controlItem', 'limitMin', 'limitMax', 'limitUnit'],
        ...['monitorTime', 'measuredValue', 'measuredText', 'result', 'correctiveAction', 'disposition'],
        ...['monitorId', 'verifierId', 'verifyTime'],
      ],
    },
    {
      of: 'productstorein',
      matching: plan,
      columns: [
        ...['docNo', 'storeInTime', 'lotId', 'produceDate', 'expiryDate', 'packageQty', 'baseQty', 'qualityStatus'],
        ...['handlerId', 'approverId', 'status'],
      ],
    },
    {
      of: 'qualityinspection',
      matching: { lotId: 'productstorein.lotId' },
      columns: [
        ...['docNo', 'inspectType', 'lotId', 'sampleTime', 'items.itemName', 'items.limitMin', 'items.limitMax'],
        ...['items.limitText', 'items.resultValue', 'items.resultText', 'items.unitName', 'items.verdict', 'verdict'],
        ...['inspectorId', 'releaserId', 'releaseTime'],
      ],
    },
  ],
}

const pickList: Paper = {
  name: 'pickList',
  entity: 'produceplan',
  from: ['RELEASED', 'ISSUING', 'PRODUCING'],
  fields: ['productId', 'plannedQty', 'batchCount', 'produceDate', 'workshop', 'shift', 'leaderId', 'lotNo'],
  lines: {},
  proposes: 'issueLines',
  signatures: ['issued', 'drawn', 'checked', 'date'],
}

const tests = [
  ...['items.itemName', 'items.method', 'items.limitMin', 'items.limitMax', 'items.limitText', 'items.resultValue'],
  ...['items.resultText', 'items.unitName', 'items.verdict'],
]

const certificate: Paper = {
  name: 'certificate',
  entity: 'qualityinspection',
  // Closing instead of releasing is no proof of conformity.
  from: ['RELEASED'],
  when: ({ verdict, certificateNo }) => verdict === 'PASS' && Boolean(certificateNo),
  fields: ['certificateNo', 'itemName', 'lotId', 'standardNo', 'sampleTime', 'releaseTime', 'verdict', 'inspectorId'],
  lines: { items: tests.map(name => name.slice('items.'.length)) },
  tables: [
    {
      of: 'stocklot',
      matching: { id: 'lotId' },
      columns: ['lotNo', 'produceDate', 'expiryDate', 'qualityStatus'],
    },
  ],
  signatures: ['inspected', 'approved', 'date'],
}

const certificates: Paper = {
  name: 'certificates',
  entity: 'productsaleout',
  from: ['SUBMITTED', 'CONFIRMED'],
  fields: ['dealerId', 'saleDate', 'orderNo'],
  lines: { lines: ['productId', 'lotId', 'produceDate', 'expiryDate', 'baseQty', 'certificateNo'] },
  tables: [
    {
      of: 'qualityinspection',
      matching: { lotId: 'lines.lotId' },
      having: { verdict: 'PASS', status: 'RELEASED' },
      columns: ['lotId', 'certificateNo', 'standardNo', ...tests],
    },
  ],
  signatures: ['inspected', 'approved', 'date'],
}

const deliveryNote: Paper = {
  name: 'deliveryNote',
  entity: 'productsaleout',
  from: ['SUBMITTED', 'CONFIRMED'],
  fields: ['saleDate', 'shipTime', 'orderNo', 'carrier', 'vehicleNo', 'transportTemp', 'handlerId', 'remark'],
  lines: {
    lines: [
      'productId',
      'productSpecId',
      'lotId',
      'produceDate',
      'expiryDate',
      'packageQty',
      'baseQty',
      'certificateNo',
    ],
  },
}

const recallNotice: Paper = {
  name: 'recallNotice',
  entity: 'callback',
  from: ['STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING', 'CLOSED'],
  fields: [
    ...['title', 'callbackType', 'callbackGradeId', 'startTime', 'hazardTypes', 'scopeArea', 'disposalMethod'],
    ...['responsibleId', 'regulatorName', 'reason'],
  ],
  lines: { lots: [] },
  text: ['noticeContent'],
  tables: [
    {
      of: 'stocklot',
      matching: { id: 'lots.lotId' },
      order: 'lotNo',
      title: 'callback.lots',
      columns: ['materialId', 'productId', 'lotNo', 'produceDate', 'expiryDate'],
    },
  ],
}

const recallLetter: Paper = {
  name: 'recallLetter',
  entity: 'callbacknotice',
  when: ({ content }) => Boolean(content),
  numberedBy: 'callbackId',
  fields: ['at'],
  text: ['content'],
  tables: [
    {
      of: 'callbackdealer',
      matching: { callbackId: 'callbackId', dealerId: 'dealerId', lotId: 'lotIds' },
      columns: ['lotId', 'soldQty', 'lastShippedAt'],
      title: 'callback.lots',
    },
    {
      of: 'stocklot',
      matching: { id: 'lotIds' },
      order: 'lotNo',
      columns: ['productId', 'materialId', 'lotNo', 'produceDate', 'expiryDate'],
    },
  ],
  signatures: ['received', 'date'],
}

const countSheet: Paper = {
  name: 'countSheet',
  entity: 'stockcount',
  from: ['DRAFT'],
  lines: { lines: ['locationId', 'itemName', 'lotId', 'unitName', 'countedQuantity', 'reason'] },
  blank: ['countedQuantity', 'reason'],
}

export const ownPapers: readonly Paper[] = [
  batchRecord,
  pickList,
  deliveryNote,
  certificate,
  certificates,
  recallNotice,
  recallLetter,
  countSheet,
]

export function papersOf(entity: Entity): readonly Paper[] {
  const own = ownPapers.filter(paper => paper.entity === entity.name)
  const isPrintable = hasRecord(entity) && (entity.document === true || entity.paper !== undefined)
  return isPrintable ? [{ name: recordPaper, entity: entity.name }, ...own] : own
}

export const paperNamed = (entity: Entity, name: string): Paper | undefined =>
  papersOf(entity).find(paper => paper.name === name)

/** Papers that this record has in its state. */
export const papersOfRow = (entity: Entity, row: Values): readonly Paper[] =>
  papersOf(entity).filter(
    ({ from, when }) => (!from || from.includes(String(row[entity.state ?? 'status']))) && (!when || when(row)),
  )

export const titleKeyOf = ({ name, entity }: Pick<Paper, 'name' | 'entity'>): string =>
  name === recordPaper ? `paper.of.${entity}` : `paper.title.${name}`

/** Rows that one table of a paper holds at most. */
export const maxPaperRows = 2000
