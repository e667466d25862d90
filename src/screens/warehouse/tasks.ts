/** Tasks of the hall: documents of the console, entered by scanning. */

import { materialstorein } from '#contract/material/materialstorein.ts'
import { getmaterialrecord } from '#contract/production/getmaterialrecord.ts'
import { productsaleout } from '#contract/sale/productsaleout.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import { stockcount } from '#contract/stock/stockcount.ts'
import { linesOf } from '../../data/drafts/lineKeys.ts'
import type { RowValues } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'

export interface DocumentTask {
  readonly name: string
  readonly entity: Entity
  /** Fields of the head, in order. */
  readonly head: readonly string[]
  /** Chosen first; the server prepares the rest by it. */
  readonly first?: string
  readonly line: readonly string[]
  /** Field of the counted or weighed amount. */
  readonly amount: string
  /** Posts at once, for those who may. */
  readonly submits: boolean
  /** Prepared lines are confirmed one by one; the others stay open. */
  readonly picks: boolean
}

export const documentTasks: readonly DocumentTask[] = [
  {
    name: 'receive',
    entity: materialstorein,
    head: ['supplyId', 'deliveryNoteNo', 'warehouseId', 'receiverId'],
    line: [
      'materialId',
      'materialSpecId',
      'packageQty',
      'supplierLotNo',
      'produceDate',
      'expiryDate',
      'certificateNo',
      'locationId',
    ],
    amount: 'packageQty',
    submits: true,
    picks: false,
  },
  {
    name: 'issue',
    entity: getmaterialrecord,
    head: ['producePlanId', 'warehouseId', 'issuerId', 'receiverId'],
    first: 'producePlanId',
    line: ['qty', 'fefoOverrideReason'],
    amount: 'qty',
    submits: true,
    picks: true,
  },
  {
    name: 'count',
    entity: stockcount,
    head: ['warehouseId', 'counterId'],
    line: ['countedQuantity', 'locationId', 'reason'],
    amount: 'countedQuantity',
    // Somebody else approves the difference.
    submits: false,
    picks: false,
  },
  {
    name: 'ship',
    entity: productsaleout,
    head: ['dealerId', 'warehouseId', 'handlerId', 'shipToAddress'],
    first: 'dealerId',
    line: ['productSpecId', 'packageQty', 'locationId'],
    amount: 'packageQty',
    submits: true,
    picks: false,
  },
]

/** Checks for lines that the server proposes. */
export const proposesLines = ({ name }: Entity): boolean =>
  documentTasks.some(({ entity, picks }) => picks && entity.name === name)

/** The save posts where the task does and the person may. */
export const postsNow = ({ entity, submits }: Pick<DocumentTask, 'entity' | 'submits'>): boolean =>
  submits && permits(store.get(grantsAtom), { menu: entity.name, button: 'submit' })

/** Goods of a document: entries of the same go in order. */
export function subjectsOf(row: RowValues): readonly string[] {
  const subjects = linesOf(row, 'lines').flatMap(({ lotId, materialId, supplierLotNo }) => {
    if (typeof lotId === 'number') return [`lot ${lotId}`]
    return supplierLotNo ? [`goods ${row.supplyId} ${materialId} ${supplierLotNo}`] : []
  })
  const plan = typeof row.producePlanId === 'number' ? [`plan ${row.producePlanId}`] : []
  return [...new Set([...subjects, ...plan])]
}

const named = (row: RowValues, ...names: readonly string[]) =>
  names.map(name => row[`${name}$label`] ?? row[name]).find(value => typeof value === 'string' && value !== '')

/** Words for a list: whose document, and what is on it. */
export function titleOf(row: RowValues): string {
  const goods = linesOf(row, 'lines').map(line =>
    [named(line, 'materialId', 'semiProductId', 'productId', 'itemName'), named(line, 'lotId', 'supplierLotNo')]
      .filter(Boolean)
      .join(' '),
  )
  const head = named(row, 'producePlanId', 'supplyId', 'dealerId', 'warehouseId')
  return [head, ...goods.slice(0, 3), ...(goods.length > 3 ? ['…'] : [])].filter(Boolean).join(' · ')
}
