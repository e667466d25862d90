/** Complaint leading to a recall, and a drill (domain.md §5.1, §2.3). */

import { addDays } from '#contract/calendar.ts'
import { decimal, towardsZero } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { stocklot } from '#contract/stock/stocklot.ts'
import type { Script } from './seedScript.ts'

type Lot = RowOf<typeof stocklot>

const notice = '自即日起召回所涉批次产品，请停止销售并联系本公司 24 小时召回电话 0532-86661234。'

/** Lot with the largest dealer holdings, worth recalling. */
async function soldLot(script: Script): Promise<Lot | undefined> {
  const lots = await script.rows('stocklot', { productId: script.id('product', 'F202') })
  return lots.at(-2) ?? lots.at(-1)
}

/** Mainland China grade in force on the day, by severity. */
async function gradeOf(script: Script, severity: number): Promise<number | undefined> {
  const grades = await script.rows('callbackgrade', { jurisdiction: 'CN', severity })
  return grades.find(
    ({ effectiveFrom, effectiveTo }) =>
      effectiveFrom <= script.day && (effectiveTo === null || effectiveTo >= script.day),
  )?.id
}

async function analysisOf(script: Script, lot: Lot): Promise<number> {
  script.as('E008')
  const complaint = await script.save('complaint', {
    complaintTime: script.now,
    complaintType: 'SPOIL',
    dealerId: script.id('dealer', 'D003'),
    contactName: '彭勇',
    phone: '0731-8556677',
    productId: lot.productId,
    lotNo: lot.lotNo,
    content: '门店反映两箱产品胀盖、有异味。',
  })
  script.as('E009')
  const analysis = await script.save('unsafefoodanalyse', {
    title: '家用生抽胀盖投诉分析',
    foundTime: script.now,
    triggerSource: 'COMPLAINT',
    complaintId: complaint.id,
    productId: lot.productId,
    lotIds: [lot.id],
    hazardTypes: ['BIO'],
    hazardDesc: '复检发现耐盐酵母生长，可能导致胀瓶与感官异常。',
    affectedPeople: '一般人群',
    causeCategory: 'METHOD',
    rootCause: '灌装前储罐清洗消毒不彻底。',
    conclusion: 'RECALL',
    suggestedGradeId: await gradeOf(script, 2),
    analystId: script.id('employee', 'E009'),
  })
  await script.run('unsafefoodanalyse.analyse', { id: analysis.id })
  script.as('E001')
  await script.run('unsafefoodanalyse.conclude', { id: analysis.id })
  return analysis.id
}

async function planOf(script: Script, analysisId: number): Promise<number> {
  script.as('E009')
  const [proposed] = await script.prepare('unsafefoodcallbackplan', { analyseId: analysisId })
  const plan = await script.save('unsafefoodcallbackplan', {
    ...proposed,
    analyseId: analysisId,
    responsibleId: script.id('employee', 'E009'),
    phone: '0532-86661234',
    recallArea: '湖南、广东、湖北、四川',
    reasonAndHarm: '耐盐酵母污染，可能出现胀瓶、异味；一般不造成严重健康损害。',
    callbackGradeId: await gradeOf(script, 2),
    procedure: '48 小时内启动，通知全部经销商下架，20 个工作日内完成。',
    noticeContent: notice,
    publishMethod: '公司网站与经销商通知函',
    obligations: '经销商立即下架、封存并反馈数量。',
    disposalMeasure: '退回产品集中销毁，费用由本公司承担。',
    expectedEffect: '召回率不低于 60%。',
  })
  script.as('E001')
  await script.run('unsafefoodcallbackplan.approve', { id: plan.id })
  await script.run('unsafefoodcallbackplan.report', { id: plan.id, reportTo: '青岛市市场监督管理局' })
  return plan.id
}

/** Partial returns of dealers; the rest is outstanding. */
async function recover(script: Script, recallId: number, lot: Lot): Promise<void> {
  const held = await script.rows('callbackdealer', { callbackId: recallId })
  for (const [index, row] of held.entries()) {
    const outcome = index % 3 === 2 ? 'LEFT_MESSAGE' : 'REACHED'
    script.as('E008')
    await script.run('callbackdealer.called', { id: row.id, outcome, notifyMethod: 'PHONE' })
    script.as('E003')
    const back = index % 4 === 3 ? decimal(0) : decimal(row.soldQty).times('0.8').round(0, towardsZero)
    if (back.lt(1)) continue
    await script.save('productstorein', {
      storeInType: 'RECALL_RETURN',
      storeInTime: script.now,
      callbackId: recallId,
      dealerId: row.dealerId,
      productId: lot.productId,
      productSpecId: script.id('productspec', 'F202-1'),
      lotNo: lot.lotNo,
      produceDate: lot.produceDate,
      packageQty: back.toString(),
      warehouseId: script.id('warehouse', 'WH05'),
      handlerId: script.id('employee', 'E003'),
      submit: true,
    })
  }
}

async function recallOf(script: Script, planId: number, lot: Lot, knowTime: string): Promise<void> {
  script.as('E009')
  const [proposed] = await script.prepare('callback', { callbackPlanId: planId })
  const recall = await script.save('callback', {
    ...proposed,
    title: '家用生抽二级召回',
    callbackPlanId: planId,
    callbackType: 'VOLUNTARY',
    triggerSource: 'COMPLAINT',
    reason: '耐盐酵母污染，胀瓶风险。',
    knowTime,
    noticeContent: notice,
    responsibleId: script.id('employee', 'E009'),
    lots: [{ lotId: lot.id }],
  })
  script.as('E001')
  await script.run('callback.start', { id: recall.id })
  await script.run('callback.notify', { id: recall.id })
  await script.run('callback.recover', { id: recall.id })
  script.as('E003')
  await recover(script, recall.id, lot)
}

export async function drill(script: Script): Promise<void> {
  const [lot] = (await script.rows('stocklot', { productId: script.id('product', 'F201') })).slice(-1)
  if (!lot) return
  script.as('E009')
  const recall = await script.save('callback', {
    title: '年度模拟召回演练',
    callbackType: 'DRILL',
    callbackGradeId: await gradeOf(script, 1),
    triggerSource: 'DRILL',
    reason: '演练：假定金属异物。',
    knowTime: script.now,
    noticeContent: `【演练】${notice}`,
    responsibleId: script.id('employee', 'E009'),
    lots: [{ lotId: lot.id }],
  })
  for (const step of ['start', 'notify']) await script.run(`callback.${step}`, { id: recall.id })
  script.as('E008')
  for (const { id } of await script.rows('callbackdealer', { callbackId: recall.id }))
    await script.run('callbackdealer.called', { id, outcome: 'REACHED', notifyMethod: 'PHONE' })
  script.as('E009')
  for (const step of ['recover', 'dispose']) await script.run(`callback.${step}`, { id: recall.id })
  const now = await script.load('callback', recall.id)
  const lots = now.lots.map(line => ({ ...line, balanceReason: '演练不回收实物' }))
  await script.save('callback', {
    id: recall.id,
    rowVersion: now.rowVersion,
    lots,
    summary: '2 小时内圈定批次并联系全部经销商。',
  })
  await script.run('callback.close', { id: recall.id })
}

/** Complaint three days ago, recall since yesterday. */
export async function seedRecall(script: Script, today: string): Promise<void> {
  const lot = await soldLot(script)
  if (!lot) return
  script.at(addDays(today, -3), 3)
  const analysisId = await analysisOf(script, lot)
  script.at(addDays(today, -2), 3)
  const planId = await planOf(script, analysisId)
  // Report overdue at every hour: 36 hours end yesterday.
  const knowTime = script.now
  script.at(addDays(today, -1), 3)
  await recallOf(script, planId, lot, knowTime)
  script.as()
}
