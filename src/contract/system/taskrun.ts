import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, integer, ref, text } from '../schema/field.ts'
import { runCause, runOutcome } from './enumerations.ts'

/** Task run: time, trigger, user and result. */
export const taskrun = defineEntity({
  name: 'taskrun',
  area: 'system',
  label: '任务运行记录',
  icon: 'history',
  only: ['list', 'load'],
  fields: {
    taskId: ref('任务', 'task', { required: true, byServer: true, list: true, filter: true }),
    // Unique due time: each scheduled run happens once, on any server.
    dueAt: instant('应执行时间', { required: true, byServer: true, key: true, list: true }),
    startedAt: instant('开始时间', { byServer: true, list: true, filter: true }),
    finishedAt: instant('结束时间', { byServer: true, list: true }),
    durationMs: integer('耗时(ms)', { byServer: true, list: true }),
    outcome: enumeration('结果', runOutcome, { required: true, byServer: true, list: true, filter: true }),
    message: text('说明', { byServer: true, max: 500, list: true, width: 320 }),
    cause: enumeration('起因', runCause, { required: true, byServer: true, list: true, filter: true }),
    byUserId: ref('操作人', 'user', { byServer: true, list: true, filter: true }),
    host: text('服务器', { byServer: true, max: 100, list: true }),
  },
  title: 'dueAt',
  order: [['id', 'desc']],
  uniqueTogether: [['taskId', 'dueAt']],
  indexes: [{ on: ['outcome'] }, { on: ['startedAt'] }],
})
