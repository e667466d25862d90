import { traceDirection } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { bigint, enumeration, instant, integer, longText, rate, ref, text } from '../schema/field.ts'

export const tracesnapshot = defineEntity({
  name: 'tracesnapshot',
  area: 'review',
  label: '追溯快照',
  icon: 'camera',
  appendOnly: true,
  only: ['list', 'load'],
  fields: {
    traceNo: text('追溯编号', { byServer: true, max: 30, unique: true, key: true, list: true, filter: true }),
    direction: enumeration('方向', traceDirection, { byServer: true, list: true, filter: true }),
    query: longText('查询条件', { byServer: true, list: true, tells: 'question' }),
    asOfSeq: bigint('数据截止流水', { byServer: true, list: true }),
    startedAt: instant('开始时间', { byServer: true, list: true }),
    elapsedMs: integer('耗时(ms)', { byServer: true, list: true }),
    lotCount: integer('批次数', { byServer: true, pattern: 'UINT', list: true }),
    dealerCount: integer('经销商数', { byServer: true, pattern: 'UINT', list: true }),
    accountedRate: rate('平衡率(%)', { byServer: true, pattern: 'NUMBER', list: true }),
    fileHash: text('文件哈希', { byServer: true, max: 64 }),
    byUserId: ref('操作人', 'user', { byServer: true, list: true }),
  },
  title: 'traceNo',
  order: [['id', 'desc']],
})
