/** A day's work through the domain, and its refusals. */

import { AppError, type RefusalName } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Row } from '../../server/db/connection/context.ts'
import type { TestPlant } from './plant.ts'

export interface Refusal {
  readonly refusal: RefusalName
  readonly data: unknown
}

/** Refusal of the work; success or a defect fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => new Error('was not refused'),
    error => error as Error,
  )
  if (outcome instanceof AppError) return { refusal: outcome.refusal, data: outcome.data }
  throw outcome
}

type Stored = Row & { readonly lines: readonly Values[] }

export interface Lot {
  readonly id: number
  readonly lotNo: string
}

/** Shortcuts of a day's work; `more` overrides the usual. */
export function workdayOf(plant: TestPlant) {
  const { script } = plant
  const id = (entity: string, key: string) => script.id(entity, key)
  const run = (command: string, given: Values, as?: string) => script.run(command, given, as) as Promise<Stored>

  const receiptLine = (material: string, quantity: string, more: Values = {}): Values => ({
    materialId: id('material', material),
    materialSpecId: id('materialspec', `${material}-1`),
    supplierLotNo: `SL-${material}`,
    isNewLot: true,
    produceDate: '2026-11-01',
    packageQty: '1',
    baseQty: quantity,
    certificateNo: 'COA',
    ...more,
  })

  /** A receipt, posted unless said. */
  const receive = (lines: readonly Values[], more: Values = {}) =>
    run('materialstorein.save', {
      storeInDate: script.now,
      supplyId: id('supply', 'S001'),
      deliveryNoteNo: 'DN1',
      warehouseId: id('warehouse', 'WH01'),
      receiverId: id('employee', 'E002'),
      submit: true,
      lines,
      ...more,
    })

  const issueRow = (planId: number, lines: readonly Values[], more: Values = {}): Values => ({
    producePlanId: planId,
    issueTime: script.now,
    warehouseId: id('warehouse', 'WH01'),
    issuerId: id('employee', 'E002'),
    receiverId: id('employee', 'E004'),
    submit: true,
    lines,
    ...more,
  })
  const issue = (planId: number, lines: readonly Values[], more: Values = {}) =>
    run('getmaterialrecord.save', issueRow(planId, lines, more))

  const use = (planId: number, lotId: number, factAmount: string, more: Values = {}) =>
    run('usematerialrecord.save', {
      producePlanId: planId,
      useTime: script.now,
      operatorId: id('employee', 'E004'),
      lotId,
      factAmount,
      ...more,
    })

  /** Receives so many packages of what a plan makes. */
  async function produce(planId: number, packageQty: string, more: Values = {}) {
    const [row] = await script.prepare('productstorein', { producePlanId: planId })
    return run('productstorein.save', {
      ...row,
      producePlanId: planId,
      storeInTime: script.now,
      warehouseId: id('warehouse', 'WH05'),
      handlerId: id('employee', 'E003'),
      submit: true,
      packageQty,
      ...more,
    })
  }

  /** Base units of the products made by `product`, by code. */
  const unitOf = new Map<string, unknown>()

  /** Product packed straight from materials, with an approved formula. */
  async function product(
    code: string,
    lines: readonly (readonly [material: string, amount: string])[],
    more: Values = {},
  ) {
    const saved = await run('product.save', {
      code,
      name: `产品${code}`,
      productType: 'SEMI',
      baseUnitId: id('unit', 'case'),
      shelfLifeValue: 12,
      shelfLifeUnit: 'MONTH',
      storageCondition: '常温',
      status: 'ACTIVE',
      ...more,
    })
    unitOf.set(code, saved.baseUnitId)
    const spec = { productId: saved.id, specCode: `${code}-1`, specName: '箱', packageUnitId: id('unit', 'case') }
    await run('productspec.save', { ...spec, baseQtyPerPackage: '1', salePrice: '10.00' })
    const formula = await run('productformula.save', formulaRow(code, lines), code)
    await run('productformula.approve', { id: formula.id })
  }

  const formulaRow = (code: string, lines: readonly (readonly [string, string])[], more: Values = {}): Values => ({
    productId: id('product', code),
    versionNo: 'V1',
    formulaName: `${code} V1`,
    baseQty: '1',
    baseUnitId: unitOf.get(code) ?? id('unit', 'case'),
    yieldRate: '100',
    effectiveFrom: '2024-01-01',
    lines: lines.map(([item, amount]) => ({
      ...(item.startsWith('M')
        ? { itemType: 'MATERIAL', materialId: id('material', item), unitId: id('unit', 'kg') }
        : { itemType: 'PRODUCT', semiProductId: id('product', item), unitId: unitOf.get(item) ?? id('unit', 'case') }),
      amount,
    })),
    ...more,
  })

  /** Released lot of such a product from one lot of M001. */
  async function madeFrom(code: string, lot: Lot, kilograms: string, packages: string, plan: Values = {}) {
    const planId = await plant.plan(code, packages, plan)
    await issue(planId, [
      { materialId: id('material', 'M001'), lotId: lot.id, qty: kilograms, fefoOverrideReason: '测试' },
    ])
    await use(planId, lot.id, kilograms)
    const receipt = await produce(planId, packages)
    const made = { id: receipt.lotId as number, lotNo: receipt.lotNo as string }
    await run('stocklot.release', { id: made.id })
    return { ...made, planId, receiptId: receipt.id, docNo: String(receipt.docNo) }
  }

  const saleLine = (code: string, lotId: number, packageQty: string, more: Values = {}): Values => ({
    productId: id('product', code),
    productSpecId: id('productspec', `${code}-1`),
    lotId,
    packageQty,
    ...more,
  })
  const sell = (dealer: string, lines: readonly Values[], more: Values = {}) =>
    run('productsaleout.save', {
      dealerId: id('dealer', dealer),
      shipTime: script.now,
      warehouseId: id('warehouse', 'WH05'),
      handlerId: id('employee', 'E003'),
      submit: true,
      lines,
      ...more,
    })

  return { id, run, receiptLine, receive, issueRow, issue, use, produce, product, formulaRow, madeFrom, saleLine, sell }
}

export type Workday = ReturnType<typeof workdayOf>
