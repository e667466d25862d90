/** A row of every entity, and rows that may be saved beside them. */
import { sql } from 'kysely'
import { tables } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from './plantServer.ts'
import { leastRow } from './sampleRows.ts'
import { stockroomOf } from './stockroom.ts'
import { runNow } from './tasks.ts'

export interface ReadyRows {
  /** Fills the plant by a day's work. */
  prepare(): Promise<void>
  /** Existing row of an entity; 0 where there is none. */
  idOf(entity: string): number
  /** The lot of a product, which was sold. */
  productLot(): { readonly id: number; readonly lotNo: string }
  /** The least that has to be entered of one more row. */
  newRow(entity: Entity): Promise<Record<string, unknown>>
}

/** A day of a year, by its number in it. */
const dayOf = (year: number, day: number) => new Date(Date.UTC(year, 0, day)).toISOString().slice(0, 10)

export function readyRows(at: PlantServer): ReadyRows {
  const ids = new Map<string, number>()
  const idOf = (entity: string): number => ids.get(entity) ?? 0
  let lot = { id: 0, lotNo: '' }
  let palletPlace = 0
  const palletLine = () => ({ productId: at.day.id('product', 'X1'), productSpecId: at.day.id('productspec', 'X1-1') })

  /** A grade that is in force today. */
  const gradeId = async () => {
    const [row] = await at.rows(sql<Values>`select id from callbackgrade where code = 'CN2026-1'`)
    return row?.id as number
  }

  /** A drill on a lot, which stays as it is. */
  async function startedDrill(lotId: number): Promise<number> {
    const row = { callbackType: 'DRILL', title: '演练', triggerSource: 'DRILL', reason: '演练', lots: [{ lotId }] }
    const more = { knowTime: new Date().toISOString(), responsibleId: at.day.id('employee', 'E003') }
    const { id } = await at.day.run('callback.save', { ...row, ...more, callbackGradeId: await gradeId() })
    await at.day.run('callback.start', { id })
    return id
  }

  /** Calls the dealers of a drill, leaving call and drill rows. */
  async function ringDealers(callbackId: number): Promise<void> {
    const found = await at.rows(sql<{ id: number }>`select id from callbackdealer where "callbackId" = ${callbackId}`)
    for (const { id } of found)
      await at.day.run('callbackdealer.called', { id, outcome: 'REACHED', notifyMethod: 'PHONE' })
  }

  async function prepare(): Promise<void> {
    const { day, plant } = at
    await day.product('X1', [['M001', '1']])
    const made = await day.madeFrom('X1', await plant.lot('M001', '20'), '10', '10')
    await day.sell('D001', [day.saleLine('X1', made.id, '1')])
    lot = made
    palletPlace = await stockroomOf(at).defaultBin('WH05')
    const packerId = at.day.id('employee', 'E003')
    const goods = { ...palletLine(), lotId: made.id, packageQty: '1' }
    await day.run('pallet.save', { locationId: palletPlace, packerId, lines: [goods] })
    await ringDealers(await startedDrill(made.id))
    await day.run('consumables.save', { code: 'CX', name: '手套', unitId: day.id('unit', 'pc') })
    await at.server.call('POST', 'SafetyReview/ReviewAscDataExport', { lotNos: [made.lotNo] }, at.token)
    const printed = { purpose: 'PRODUCT_CASE', records: [{ id: made.id }], target: 'FILE' }
    await at.server.call('POST', 'Label/Print', printed, at.token)
    await runNow(at.server, 'BALANCE_CHECK', at.token)
    for (const { entity } of tables()) {
      const alive = entity.softDelete ? sql`where not "isDeleted"` : sql``
      const [row] = await at.rows(sql<Values>`select min(id) as id from ${sql.table(entity.name)} ${alive}`)
      ids.set(entity.name, row?.id as number)
    }
    // What is made must belong together.
    const [plan] = await at.rows(sql<Values>`select * from produceplan where id = ${made.planId}`)
    for (const [entity, field] of [
      ['product', 'productId'],
      ['productspec', 'productSpecId'],
      ['productformula', 'formulaId'],
    ])
      ids.set(entity as string, plan?.[field as string] as number)
    ids.set('produceplan', made.planId)
  }

  /** A row of something the plant does not have yet, made once. */
  const instead = async (entity: string, row: Values): Promise<number> => {
    if (!ids.get(entity)) ids.set(entity, (await at.day.run(`${entity}.save`, row)).id)
    return idOf(entity)
  }

  /** A step of the library that products may be made by. */
  let approved = 0
  async function approvedStep(): Promise<number> {
    if (approved > 0) return approved
    approved = (await at.day.run('techflow.save', { code: 'TX', name: '混合', flowType: 'BLEND' })).id
    await at.day.run('techflow.approve', { id: approved })
    return approved
  }

  /** A step of the product that the plan makes. */
  const step = async () =>
    instead('producttechflow', { productId: idOf('product'), stepNo: 99, techFlowId: await approvedStep() })

  /** Values a definition cannot provide, by entity. */
  const special: Readonly<Record<string, () => Promise<Values> | Values>> = {
    user: () => ({ password: 'abc123' }),
    // An own text stands in place of a shipped one.
    uistring: () => ({ key: Object.keys(shipped['zh-CN'])[made], value: '文案' }),
    menu: () => ({ parentID: 0, type: 'TEXT' }),
    stocklocation: () => ({ warehouseId: idOf('warehouse') }),
    materialstorein: () => ({
      lines: { materialId: idOf('material'), materialSpecId: idOf('materialspec'), certificateNo: 'C' },
    }),
    callback: async () => ({ callbackGradeId: await gradeId(), lines: { lotId: lot.id } }),
    // Days count up, since each is named once.
    holiday: () => ({ name: `节${made}`, day: dayOf(2027, made) }),
    employeehealth: () => ({ examDate: dayOf(2024, made) }),
    unsafefoodaccident: () => ({ victimCount: 3 }),
    // Dealer rows exist while a recall runs; a drill spares the lot.
    callbackdealer: async () => ({
      callbackId: await startedDrill(lot.id),
      dealerId: at.day.id('dealer', 'D003'),
      lotId: lot.id,
    }),
    pallet: () => ({ locationId: palletPlace, lines: { ...palletLine(), lotId: lot.id } }),
    retainsample: () => ({ lotId: lot.id, purpose: 'STABILITY' }),
    consumablesout: () => ({ direction: 'IN' }),
    equipmentrepaidrecord: async () => ({ equipmentId: await instead('equipment', { code: 'EQ1', name: '灌装机' }) }),
    detecequipmentrecord: async () => ({
      detecEquipmentId: await instead('detecequipment', { code: 'DE1', name: '温度计' }),
      validUntil: '2099-01-01',
    }),
    thirdreport: () => ({ agencyName: '质检院' }),
    // Retest: the first inspection comes with the goods.
    qualityinspection: () => ({ inspectType: 'RETEST' }),
    unqualifiedproduct: async () => ({ lotId: (await at.plant.lot('M001', '1.5')).id }),
    importcontrol: async () => ({ productTechFlowId: await step(), measuredText: '正常' }),
    producttechflow: async () => ({ techFlowId: await approvedStep(), stepNo: 100 + made }),
    getmaterialrecord: () => ({ receiverId: at.day.id('employee', 'E004'), issuerId: at.day.id('employee', 'E002') }),
    usematerialrecord: async () => {
      const lot = await at.plant.lot('M001', '5')
      const producePlanId = await at.plant.plan('X1', '5')
      const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '5', fefoOverrideReason: '测试' }
      await at.day.issue(producePlanId, [line])
      // Its first charge changes the plan too.
      await at.day.use(producePlanId, lot.id, '1')
      return { producePlanId, lotId: lot.id, factAmount: '1', materialId: at.day.id('material', 'M001') }
    },
  }

  let made = 0
  async function newRow(entity: Entity): Promise<Record<string, unknown>> {
    made += 1
    return leastRow(entity, `${entity.name}${made}`.slice(-9), idOf, (await special[entity.name]?.()) ?? {})
  }

  return { prepare, idOf, productLot: () => lot, newRow }
}
