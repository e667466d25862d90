import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, integer, ref, text } from '../schema/field.ts'

const runOutcome = defineEnumeration('RunOutcome', {
  WAITING: '等待运行',
  RUNNING: '运行中',
  DONE: '完成',
  FOUND: '有发现',
  FAILED: '失败',
  LOST: '中断',
})
const runCause = defineEnumeration('RunCause', {
  CLOCK: '定时',
  HAND: '手动',
})

/** Task run: time, trigger, user and result. */
export const taskrun = defineEntity({
  name: 'taskrun',
  area: 'system',
  label: '任务运行记录',
  icon: 'history',
  operations: ['list', 'load'],
  fields: {
    taskId: ref('任务', 'task', { required: true, serverManaged: true, list: true, filter: true }),
    // Unique due time: each scheduled run happens once, on any server.
    dueAt: instant('应执行时间', { required: true, serverManaged: true, key: true, list: true }),
    startedAt: instant('开始时间', { serverManaged: true, list: true, filter: true }),
    finishedAt: instant('结束时间', { serverManaged: true, list: true }),
    durationMs: integer('耗时(毫秒)', { unit: '毫秒', serverManaged: true, list: true }),
    outcome: enumeration('结果', runOutcome, { required: true, serverManaged: true, list: true, filter: true }),
    message: text('说明', { serverManaged: true, systemText: true, max: 500, list: true, width: 320 }),
    cause: enumeration('起因', runCause, { required: true, serverManaged: true, list: true, filter: true }),
    byUserId: ref('操作人', 'user', { serverManaged: true, list: true, filter: true }),
    host: text('服务器', { serverManaged: true, max: 100, list: true }),
  },
  title: 'taskId',
  facts: ['startedAt', 'durationMs', 'outcome', 'cause'],
  order: [['id', 'desc']],
  uniqueTogether: [['taskId', 'dueAt']],
  indexes: [{ on: ['outcome'] }, { on: ['startedAt'] }],
})
