import { defineEntity } from '../schema/entity.ts'
import { enumeration, flag, instant, integer, longText, text } from '../schema/field.ts'
import { taskStatus } from './enumerations.ts'

export const task = defineEntity({
  name: 'task',
  shared: true,
  area: 'system',
  label: '任务',
  icon: 'alarm-clock',
  only: ['list', 'load', 'save'],
  seeded: true,
  fields: {
    code: text('任务编码', { required: true, max: 30, unique: true, key: true, list: true, filter: true, fixed: true }),
    name: text('任务名称', { required: true, max: 50, list: true, filter: true }),
    handler: text('任务类型', {
      required: true,
      max: 50,
      list: true,
      fixed: true,
      namesText: 'task.named',
      width: 240,
    }),
    cron: text('执行周期', { required: true, max: 30, list: true, hint: '分 时 日 月 周；0 3 * * * 即每天 3:00' }),
    params: longText('参数'),
    isEnabled: flag('是否启用', { required: true, default: true, list: true }),
    lastRunAt: instant('上次执行', { byServer: true, list: true }),
    lastDurationMs: integer('耗时(ms)', { byServer: true, list: true }),
    lastResult: text('执行结果', { byServer: true, max: 200, list: true }),
    nextRunAt: instant('下次执行', { byServer: true, list: true }),
    status: enumeration('状态', taskStatus, { byServer: true, default: 'IDLE', list: true, filter: true }),
  },
  title: 'name',
  order: [['code', 'asc']],
  related: [{ entity: 'taskrun', by: 'taskId' }],
  actions: {
    // No target state: it runs until done, possibly at once.
    run: { label: '立即运行', on: 'row', from: ['IDLE', 'FAILED', 'PAUSED'] },
  },
})
