import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, flag, instant, integer, longText, text } from '../schema/field.ts'

const taskStatus = defineEnumeration('TaskStatus', {
  IDLE: '空闲',
  RUNNING: '运行中',
  FAILED: '失败',
  PAUSED: '暂停',
})

export const task = defineEntity({
  name: 'task',
  shared: true,
  area: 'system',
  label: '任务',
  icon: 'alarm-clock',
  operations: ['list', 'load', 'save'],
  seeded: true,
  fields: {
    code: text('任务编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true, fixed: true }),
    name: text('任务名称', { required: true, width: 220, max: 50, list: true, filter: true, format: 'task' }),
    handler: text('任务类型', {
      required: true,
      max: 50,
      list: true,
      fixed: true,
      messageKeyPrefix: 'task.named',
      width: 240,
    }),
    cron: text('执行周期', {
      required: true,
      max: 30,
      list: true,
      width: 180,
      format: 'schedule',
    }),
    isEnabled: flag('是否启用', { required: true, default: true, list: true }),
    params: longText('参数', { format: 'taskParameters' }),
    lastRunAt: instant('上次执行', { serverManaged: true, list: true }),
    lastDurationMs: integer('耗时(毫秒)', { unit: '毫秒', serverManaged: true, list: true }),
    lastResult: text('执行结果', { width: 200, serverManaged: true, systemText: true, max: 200, list: true }),
    nextRunAt: instant('下次执行', { serverManaged: true, list: true }),
    status: enumeration('状态', taskStatus, { serverManaged: true, default: 'IDLE', list: true, filter: true }),
  },
  columns: ['name', 'isEnabled', 'lastRunAt', 'nextRunAt', 'lastResult', 'cron'],
  title: 'name',
  order: [['code', 'asc']],
  facts: ['cron', 'nextRunAt', 'lastRunAt', 'lastResult'],
  related: [{ entity: 'taskrun', by: 'taskId' }],
  actions: {
    // No target state: it runs until done, possibly at once.
    run: { label: '立即运行', on: 'row', from: ['IDLE', 'FAILED', 'PAUSED'] },
  },
})
