/** Rows of recalls, analyses and complaints on which actions may run. */
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from './plantServer.ts'
import { plantOf } from './recall.ts'

export function readyRecall(at: PlantServer): Readonly<Record<string, () => Promise<number>>> {
  const recalls = () => plantOf(at)
  const run = async (command: string, given: Values) => (await at.day.run(command, given)).id
  const employee = (code: string) => at.day.id('employee', code)
  /** Switches to the approver, whoever signed before. */
  const asApprover = async (work: () => Promise<number>) => {
    const id = await work()
    await recalls().signAs('E001')
    return id
  }

  const lot = () => recalls().soldLot('3', { D001: '1' })
  const texts = { noticeContent: '公告', summary: '完成', disposalMethod: 'RELABEL' }
  const recall = async (...steps: readonly string[]) => {
    const { id: lotId } = await lot()
    const callbackPlanId = await recalls().approvedPlan([lotId])
    const lots = [{ lotId, balanceReason: '已食用' }]
    const { id } = await recalls().saveRecall([lotId], { ...texts, callbackPlanId, lots })
    for (const step of steps) await at.day.run(`callback.${step}`, { id })
    return id
  }
  const recallAt =
    (...steps: readonly string[]) =>
    () =>
      asApprover(() => recall(...steps))
  const called = async (more: Values = {}) => {
    const [row] = await recalls().called(await recall('start'))
    const id = row?.id ?? 0
    if (more.notifyMethod) await at.day.run('callbackdealer.notified', { id, ...more })
    return id
  }

  const analysis = async (steps: readonly string[]) => {
    const row = { title: '异常', foundTime: new Date().toISOString(), triggerSource: 'SELF_TEST', hazardTypes: ['BIO'] }
    const found = { hazardDesc: '超标', rootCause: '温度', conclusion: 'OBSERVE', analystId: employee('E003') }
    const id = await run('unsafefoodanalyse.save', { ...row, ...found, lotIds: [(await lot()).id] })
    for (const step of steps) await at.day.run(`unsafefoodanalyse.${step}`, { id })
    return id
  }
  const plan = async (...steps: readonly string[]) => {
    const { id: lotId } = await lot()
    const id = await run('unsafefoodcallbackplan.save', recalls().planRow([lotId], await recalls().grade()))
    for (const step of steps)
      await at.day.run(`unsafefoodcallbackplan.${step}`, { id, ...(step === 'report' ? { reportTo: '监管局' } : {}) })
    return id
  }
  const accident = async (...steps: readonly string[]) => {
    const when = { occurTime: '2026-11-20T03:00:00.000Z', knowTime: '2026-11-20T04:00:00.000Z', place: '食堂' }
    const reported = { reportTime: '2026-11-20T05:00:00.000Z', reportTo: '监管局', reporterId: employee('E003') }
    const words = { investigation: '交叉污染', liability: '食堂', lessons: '分区', emergencyMeasures: '封存' }
    const id = await run('unsafefoodaccident.save', { title: '事故', victimCount: 1, ...when, ...reported, ...words })
    for (const step of steps) await at.day.run(`unsafefoodaccident.${step}`, { id })
    return id
  }
  const complaint = async (isAnswered: boolean) => {
    const row = { complaintTime: new Date().toISOString(), complaintType: 'OTHER', content: '异味' }
    const id = await run('complaint.save', { ...row, productId: at.day.id('product', 'X1') })
    if (isAnswered) await at.day.run('complaint.answer', { id, handling: '致歉' })
    return id
  }
  const notice = async (isPublished: boolean) => {
    const id = await run('notify.save', { title: '通知', content: '内容', targetType: 'ALL' })
    if (isPublished) await at.day.run('notify.publish', { id })
    return id
  }
  const version = async (isPublished: boolean) => {
    const [row] = await at.rows(sql<Values>`select coalesce(max("versionCode"), 0) + 1 as next from version`)
    const versionCode = Number(row?.next)
    const id = await run('version.save', { versionNo: `${versionCode}.0`, versionCode, releaseNotes: '改进' })
    if (isPublished) await at.day.run('version.publish', { id })
    return id
  }
  const question = () => run('questionanswer.save', { title: '问', content: '如何' })

  return {
    'callback.start': recallAt(),
    'callback.notify': recallAt('start'),
    'callback.recover': recallAt('start', 'notify'),
    'callback.dispose': recallAt('start', 'notify', 'recover'),
    'callback.close': recallAt('start', 'notify', 'recover', 'dispose'),
    'callback.cancel': recallAt(),
    'callback.restore': recallAt('start', 'notify', 'recover', 'dispose', 'close'),
    'callbackdealer.notified': () => asApprover(() => called()),
    'callbackdealer.called': () => asApprover(() => called()),
    'callbackdealer.acknowledged': () => asApprover(() => called({ notifyMethod: 'PHONE' })),
    'unsafefoodanalyse.analyse': () => analysis([]),
    'unsafefoodanalyse.conclude': () => analysis(['analyse']),
    'unsafefoodcallbackplan.approve': () => plan(),
    'unsafefoodcallbackplan.report': () => plan('approve'),
    'unsafefoodcallbackplan.execute': () => plan('approve', 'report'),
    'unsafefoodcallbackplan.close': () => plan('approve', 'execute'),
    'unsafefoodaccident.investigate': () => accident(),
    'unsafefoodaccident.handle': () => accident('investigate'),
    'unsafefoodaccident.close': () => accident('investigate', 'handle'),
    'complaint.answer': () => complaint(false),
    'complaint.close': () => complaint(true),
    'notify.publish': () => notice(false),
    'notify.withdraw': () => notice(true),
    'version.publish': () => version(false),
    'version.withdraw': () => version(true),
    'questionanswer.answer': question,
    'questionanswer.close': question,
  }
}
