import { defineEntity } from '../schema/entity.ts'
import { bigint, defineEnumeration, enumeration, instant, integer, longText, rate, ref, text } from '../schema/field.ts'

const traceDirection = defineEnumeration('TraceDirection', {
  ASC: '正向追溯',
  DESC: '反向追溯',
})

export const tracesnapshot = defineEntity({
  name: 'tracesnapshot',
  area: 'review',
  label: '追溯快照',
  icon: 'camera',
  appendOnly: true,
  operations: ['list', 'load'],
  fields: {
    traceNo: text('追溯编号', { serverManaged: true, max: 30, unique: true, key: true, list: true, filter: true }),
    direction: enumeration('方向', traceDirection, { serverManaged: true, list: true, filter: true }),
    query: longText('查询条件', { serverManaged: true, list: true, format: 'traceQuestion' }),
    asOfSeq: bigint('数据截止流水', { serverManaged: true, list: true }),
    startedAt: instant('开始时间', { serverManaged: true, list: true }),
    elapsedMs: integer('耗时(毫秒)', { unit: '毫秒', serverManaged: true, list: true }),
    lotCount: integer('批次数', { serverManaged: true, pattern: 'UINT', list: true }),
    dealerCount: integer('经销商数', { serverManaged: true, pattern: 'UINT', list: true }),
    accountedRate: rate('平衡率(%)', { serverManaged: true, pattern: 'NUMBER', list: true }),
    fileHash: text('文件哈希', { serverManaged: true, max: 64 }),
    byUserId: ref('操作人', 'user', { serverManaged: true, list: true }),
  },
  title: 'traceNo',
  order: [['id', 'desc']],
})
