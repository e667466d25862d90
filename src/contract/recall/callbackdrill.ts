import { defineEntity } from '../schema/entity.ts'
import { bigint, decimal, instant, integer, longText, rate, ref, refs } from '../schema/field.ts'

const measured = { serverManaged: true, list: true, width: 130 } as const

/** Recall drill result (domain.md §3.6): measured by the server, with findings. */
export const callbackdrill = defineEntity({
  name: 'callbackdrill',
  area: 'sale',
  label: '召回演练记录',
  icon: 'timer',
  keywords: ['演练', 'drill'],
  operations: ['list', 'load', 'save'],
  seeded: true,
  fields: {
    callbackId: ref('召回单', 'callback', { required: true, serverManaged: true, key: true, list: true, filter: true }),
    startedAt: instant('演练开始', { required: true, serverManaged: true, list: true, filter: true }),
    finishedAt: instant('演练结束', { serverManaged: true, list: true }),
    seed: integer('随机种子', { serverManaged: true, list: true }),
    lotId: ref('问题批次', 'stocklot', { serverManaged: true, list: true, width: 150 }),
    asOfSeq: bigint('截至流水号', { serverManaged: true }),
    scopeSeconds: decimal('圈定用时(秒)', { ...measured, unit: '秒' }),
    listSeconds: decimal('名单用时(秒)', { ...measured, unit: '秒' }),
    traceMinutes: decimal('追溯用时(分)', { ...measured, unit: '分' }),
    notifiedHalfMinutes: decimal('通知50%用时(分)', { ...measured, unit: '分' }),
    notifiedMostMinutes: decimal('通知90%用时(分)', { ...measured, unit: '分' }),
    notifiedAllMinutes: decimal('通知100%用时(分)', { ...measured, unit: '分' }),
    acknowledgedMinutes: decimal('确认90%用时(分)', { ...measured, unit: '分' }),
    totalMinutes: decimal('总用时(分)', { ...measured, unit: '分' }),
    trueLots: integer('应找批次数', measured),
    foundLots: integer('找到批次数', measured),
    hitLots: integer('找对批次数', measured),
    precisionPercent: rate('准确率(%)', measured),
    recallPercent: rate('查全率(%)', measured),
    ledgerPercent: rate('账面核对率(%)', measured),
    physicalPercent: rate('实物核对率(%)', measured),
    recoveryPercent: rate('召回率(%)', measured),
    deadContacts: integer('无效联系方式', measured),
    participantIds: refs('参加人员', 'employee'),
    findings: longText('发现的问题'),
  },
  title: 'callbackId',
  order: [['id', 'desc']],
  uniqueTogether: [['callbackId']],
})
