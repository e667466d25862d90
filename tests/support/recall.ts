/** A recall in the test plant: sold lot, signers, plan. */
import { sql } from 'kysely'
import { decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from './plantServer.ts'
import type { Lot } from './workday.ts'

export const plantOf = (at: PlantServer) => {
  const { day } = at
  const grade = async (code = 'CN2026-1') =>
    (await at.rows(sql<Values>`select id from callbackgrade where code = ${code}`))[0]?.id as number

  /** Makes the administrator this employee, so that he can sign. */
  const signAs = (employee: string | null) =>
    at.rows(sql<Values>`update "user" set "employeeId" = ${employee === null ? null : day.id('employee', employee)}
      where "loginName" = 'admin' returning id`)

  /** Released lot of X1, some cases of it sold. */
  async function soldLot(made: string, sold: Readonly<Record<string, string>>, code = 'X1'): Promise<Lot> {
    const lot = await day.madeFrom(code, await at.plant.lot('M001', made), made, made)
    for (const [dealer, packages] of Object.entries(sold))
      await day.sell(dealer, [day.saleLine(code, lot.id, packages, { fefoOverrideReason: '测试' })])
    return lot
  }

  /** A recall plan of these lots, approved by a second person. */
  async function approvedPlan(lots: readonly number[], more: Values = {}) {
    const plan = await day.run('unsafefoodcallbackplan.save', {
      ...planRow(lots, await grade()),
      ...more,
    })
    await signAs('E002')
    await day.run('unsafefoodcallbackplan.approve', { id: plan.id })
    return plan.id
  }

  const planRow = (lots: readonly number[], callbackGradeId: number): Values => ({
    producerInfo: '恒香调味品有限公司',
    responsibleId: day.id('employee', 'E003'),
    phone: '0532-86661234',
    lotIds: lots,
    recallArea: '山东',
    reasonAndHarm: '检出致病菌',
    callbackGradeId,
    procedure: '24 小时内启动',
    noticeContent: '召回公告',
    publishMethod: '官网',
    obligations: '停止销售',
    disposalMeasure: '销毁',
    expectedEffect: '全部召回',
  })

  const recallRow = async (lots: readonly number[], more: Values = {}): Promise<Values> => ({
    title: '酱油召回',
    callbackType: 'VOLUNTARY',
    callbackGradeId: await grade(),
    triggerSource: 'SELF_TEST',
    reason: '检出致病菌',
    knowTime: new Date().toISOString(),
    responsibleId: day.id('employee', 'E003'),
    lots: lots.map(lotId => ({ lotId })),
    ...more,
  })

  const saveRecall = async (lots: readonly number[], more: Values = {}) =>
    day.run('callback.save', await recallRow(lots, more))

  /** A real recall that has started. */
  async function startedRecall(lots: readonly number[], more: Values = {}) {
    const recall = await saveRecall(lots, { callbackPlanId: await approvedPlan(lots), ...more })
    return day.run('callback.start', { id: recall.id })
  }

  /** Destroys a stored quantity, approved by somebody else. */
  async function scrap(lot: Lot, qty: string): Promise<void> {
    const [place] = await at.rows(sql<Values>`
      select o."warehouseId", o.id, (select min(id) from productspec s where s."productId" = l."productId") as spec
      from stockbalance b join stocklocation o on o.id = b."locationId" join stocklot l on l.id = b."lotId"
      where b."lotId" = ${lot.id} and o."locationType" = 'STORAGE' and b.quantity > 0 order by b.quantity desc limit 1`)
    const out = await day.run('productstoreout.save', {
      outType: 'SCRAP',
      outTime: at.plant.script.now,
      warehouseId: place?.warehouseId,
      handlerId: day.id('employee', 'E003'),
      reason: '召回销毁',
      lines: [{ lotId: lot.id, productSpecId: place?.spec, locationId: place?.id, qty }],
    })
    await signAs('E001')
    await day.run('productstoreout.approve', { id: out.id })
    await day.run('productstoreout.submit', { id: out.id })
  }

  /** The dealers' rows of a recall, the one with the most first. */
  const called = async (callbackId: number) => {
    const rows = await at.rows(sql<Values>`
      select r.*, d.code from callbackdealer r join dealer d on d.id = r."dealerId"
      where r."callbackId" = ${callbackId} order by r."soldQty" desc, r.id`)
    return rows as readonly (Values & { readonly id: number })[]
  }

  const statusOf = async (lot: Lot) =>
    (await at.rows(sql<Values>`select "qualityStatus" from stocklot where id = ${lot.id}`))[0]?.qualityStatus

  /** Places of a lot by the ledger alone, the recall's reference. */
  const ledgerSum = async (lot: Lot, type: string) => {
    const [row] = await at.rows(sql<Values>`
      select coalesce(sum(case when t."locationType" = ${type} then g.quantity else 0 end)
        - sum(case when f."locationType" = ${type} then g.quantity else 0 end), 0) as quantity
      from stockledger g join stocklocation f on f.id = g."fromLocationId" join stocklocation t on t.id = g."toLocationId"
      where g."lotId" = ${lot.id}`)
    return decimal(row?.quantity).toFixed(4)
  }

  return {
    grade,
    signAs,
    soldLot,
    approvedPlan,
    planRow,
    recallRow,
    saveRecall,
    startedRecall,
    scrap,
    called,
    statusOf,
    ledgerSum,
  }
}
