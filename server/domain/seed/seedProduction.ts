/** Business weeks of the demo plant: stories for every screen. */

import { addDays } from '#contract/calendar.ts'
import type { materialstoreinline } from '#contract/material/materialstoreinline.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import { dealers, materials } from './plantData.ts'
import { moreMaterials, moreProduction, moreSales } from './rangeData.ts'
import { packagesOf, priceOf, testsOf } from './receiptData.ts'
import type { Script } from './seedScript.ts'

/** Sampled and tested by the inspector, released by a second person. */
export async function inspect(script: Script, lotId: number, code: string): Promise<void> {
  const [inspection] = await script.rows('qualityinspection', { lotId })
  if (!inspection) return
  const { id } = inspection
  const tests = testsOf(code)
  script.as('E006')
  await script.save('qualityinspection', { id, inspectorId: script.id('employee', 'E006'), ...tests })
  if (tests.items) await script.run('qualityinspection.judge', { id })
  script.as('E001')
  if (tests.items) await script.run('qualityinspection.release', { id })
  else await script.run('stocklot.release', { id: lotId })
}

async function receive(script: Script, week: number, codes: readonly string[], isReleased = true): Promise<void> {
  script.as('E002')
  const first = [...materials, ...moreMaterials].find(([code]) => code === codes[0])
  const [, , , , , supplier, , , warehouse] = first ?? materials[0]
  const receipt = await script.save('materialstorein', {
    storeInDate: script.now,
    supplyId: script.id('supply', supplier),
    deliveryNoteNo: `DN${script.day.replaceAll('-', '').slice(2)}${supplier}`,
    warehouseId: script.id('warehouse', warehouse),
    receiverId: script.id('employee', 'E002'),
    inspectorId: script.id('employee', 'E006'),
    submit: true,
    lines: codes.map(code => ({
      materialId: script.id('material', code),
      materialSpecId: script.id('materialspec', `${code}-1`),
      supplierLotNo: `${code}${script.day.replaceAll('-', '').slice(2)}`,
      manufacturerName: '',
      produceDate: addDays(script.day, -10 - week),
      packageQty: packagesOf(code),
      unitPrice: priceOf(code),
      certificateNo: `COA-${code}-${week + 1}`,
    })),
  })
  if (!isReleased) return
  for (const [index, { lotId }] of receipt.lines.entries()) await inspect(script, Number(lotId), codes[index] ?? '')
}

async function produce(
  script: Script,
  code: string,
  quantity: string,
  leader: string,
  warehouse: string,
): Promise<void> {
  script.as(leader)
  const plan = await draftPlan(script, code, quantity, leader)
  await script.run('produceplan.release', { id: plan.id })
  script.as('E002')
  await issue(script, plan.id)
  await finishPlan(script, plan.id, code, leader, warehouse)
}

/** Uses what was issued, stores and inspects the output, and closes the plan. */
export async function finishPlan(
  script: Script,
  producePlanId: number,
  code: string,
  leader: string,
  warehouse: string,
): Promise<void> {
  script.as(leader)
  for (const row of await script.prepare('usematerialrecord', { producePlanId }))
    await script.save('usematerialrecord', { ...row, producePlanId, useTime: script.now })
  const [receipt] = await script.prepare('productstorein', { producePlanId })
  script.as('E003')
  const stored = await script.save('productstorein', {
    ...receipt,
    producePlanId,
    storeInTime: script.now,
    warehouseId: script.id('warehouse', warehouse),
    handlerId: script.id('employee', 'E003'),
    submit: true,
  })
  await inspect(script, Number(stored.lotId), code)
  script.as(leader)
  await script.run('produceplan.finish', { id: producePlanId })
}

export function draftPlan(
  script: Script,
  code: string,
  quantity: string,
  leader: string,
  planType: 'NORMAL' | 'TRIAL' = 'NORMAL',
) {
  return script.save('produceplan', {
    planType,
    productId: script.id('product', code),
    productSpecId: script.id('productspec', `${code}-1`),
    formulaId: script.id('productformula', code),
    plannedQty: quantity,
    batchCount: 1,
    produceDate: script.day,
    planStart: script.now,
    planEnd: `${script.day}T16:00:00.000Z`,
    workshop: code.startsWith('F2') ? '灌装一线' : '酿造车间',
    leaderId: script.id('employee', leader),
  })
}

export async function issue(script: Script, planId: number): Promise<void> {
  const [row] = await script.prepare('getmaterialrecord', { producePlanId: planId })
  await script.save('getmaterialrecord', {
    ...row,
    producePlanId: planId,
    issueTime: script.now,
    issuerId: script.id('employee', 'E002'),
    submit: true,
  })
}

export async function sell(
  script: Script,
  dealer: string,
  code: string,
  packages: number,
  submit = true,
): Promise<void> {
  const dealerId = script.id('dealer', dealer)
  script.as('E008')
  const [head] = await script.prepare('productsaleout', { dealerId })
  await script.save('productsaleout', {
    ...head,
    dealerId,
    saleDate: script.day,
    shipTime: script.now,
    warehouseId: script.id('warehouse', 'WH05'),
    handlerId: script.id('employee', 'E003'),
    submit,
    lines: (await script.pick(code, packages)).map(({ candidate, quantity }) => ({
      productId: script.id('product', code),
      productSpecId: script.id('productspec', `${code}-1`),
      lotId: candidate.lotId,
      packageQty: quantity.slice(0, -2),
    })),
  })
}

function deliveries(rows: typeof materials | typeof moreMaterials = materials): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>()
  for (const [code, , , , , supplier, , , warehouse] of rows)
    groups.set(supplier + warehouse, [...(groups.get(supplier + warehouse) ?? []), code])
  return [...groups.values()]
}

async function week(script: Script, monday: string, number: number): Promise<void> {
  script.at(monday, 1)
  for (const codes of deliveries()) await receive(script, number, codes)
  // Packaging comes weekly, so that no lot is in everything.
  for (const codes of deliveries(moreMaterials).slice(number === 0 ? 0 : -1)) await receive(script, number, codes)
  script.at(addDays(monday, 1), 1)
  await produce(script, 'F101', '1800', 'E004', 'WH04')
  script.at(addDays(monday, 2), 1)
  await produce(script, 'F102', '1970', 'E004', 'WH04')
  script.at(addDays(monday, 3), 1)
  await produce(script, 'F201', '160', 'E005', 'WH05')
  script.at(addDays(monday, 3), 8)
  await produce(script, 'F202', '110', 'E005', 'WH05')
  for (const [code, cases] of moreProduction[number] ?? []) await produce(script, code, cases, 'E005', 'WH05')
  script.at(addDays(monday, 4), 2)
  for (const [index, [dealer]] of dealers.entries()) {
    if ((index + number) % 2 === 0) await sell(script, dealer, 'F201', 20 + index * 4)
    else await sell(script, dealer, 'F202', 10 + index * 4)
  }
  for (const [dealer, code, cases] of moreSales[number] ?? []) await sell(script, dealer, code, cases)
}

/** Signatures on the Monday after; the latest two are under way. */
async function sign(script: Script, monday: string): Promise<void> {
  const sold = (await script.rows('productsaleout', { status: 'SUBMITTED' })).filter(sale => sale.confirmTime === null)
  script.at(monday, 3)
  script.as('E008')
  for (const { id } of sold.slice(2)) await script.run('productsaleout.confirm', { id, confirmTime: script.now })
}

/** Monday morning: plans in every state, drafts, lots to inspect. */
export async function seedMorning(script: Script, today: string): Promise<void> {
  script.at(today, 0)
  for (const codes of deliveries().slice(0, 3)) await receive(script, 9, codes, false)
  await receiveOne(script, 'M003', 'S003')
  await receiveOne(script, 'M001', 'S001', {}, false)
  script.as('E005')
  await draftPlan(script, 'F201', '80', 'E005')
  const released = await draftPlan(script, 'F202', '60', 'E005')
  await script.run('produceplan.release', { id: released.id })
  script.as('E004')
  const issuing = await draftPlan(script, 'F101', '900', 'E004')
  await script.run('produceplan.release', { id: issuing.id })
  script.as('E002')
  await issue(script, issuing.id)
  await sell(script, 'D001', 'F201', 12, false)
}

type ReceiptLine = DraftOf<typeof materialstoreinline>

/** Receipt of one lot; `line` overrides the defaults. */
export function receiveOne(script: Script, code: string, supplier: string, line: ReceiptLine = {}, submit = true) {
  return script.save('materialstorein', {
    storeInDate: script.now,
    supplyId: script.id('supply', supplier),
    deliveryNoteNo: `DN${script.day.replaceAll('-', '').slice(2)}-${code}`,
    warehouseId: script.id('warehouse', 'WH01'),
    receiverId: script.id('employee', 'E002'),
    submit,
    lines: [
      {
        materialId: script.id('material', code),
        materialSpecId: script.id('materialspec', `${code}-1`),
        supplierLotNo: `${code}-${script.day.slice(5).replace('-', '')}`,
        produceDate: addDays(script.day, -14),
        packageQty: '4',
        unitPrice: '4.80',
        certificateNo: `COA-${code}-A`,
        isNewLot: true,
        ...line,
      },
    ],
  })
}

export async function receiveLot(script: Script, code: string, supplier: string, line?: ReceiptLine): Promise<number> {
  const { id, lines } = await receiveOne(script, code, supplier, line)
  const lotId = lines[0]?.lotId
  if (!lotId) throw new Error(`receipt ${id} has no lot`)
  return lotId
}

const weeks = 5

/** Weeks of business; `then` runs on the Saturday before the last but one. */
export async function seedHistory(script: Script, today: string, then: () => Promise<void>): Promise<void> {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const thisMonday = addDays(today, -weekday)
  for (let number = 0; number < weeks; number += 1) {
    const monday = addDays(thisMonday, (number - weeks) * 7)
    if (number > 0) await sign(script, monday)
    await week(script, monday, number)
    if (number !== weeks - 2) continue
    script.at(addDays(monday, 5), 6)
    await then()
  }
  script.as('E005')
  const trial = await draftPlan(script, 'F209', '10', 'E005', 'TRIAL')
  await script.run('produceplan.release', { id: trial.id })
}
