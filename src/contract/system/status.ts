/** Status of the server: lines with faults, tasks, slow statements. */
import * as answer from '../schema/answerShape.ts'
import { defineCall } from '../schema/call.ts'

export const diskFolders = ['data', 'wal', 'backups', 'temp'] as const
export type DiskFolder = (typeof diskFolders)[number]

export const statusGroups = ['program', 'database', 'disk', 'backup', 'work', 'people'] as const
export type StatusGroup = (typeof statusGroups)[number]

const statusLineShape = answer.object({
  group: answer.oneOf(...statusGroups),
  /** Title `status.line.<key>`, value `status.value.<key>` filled with `values`. */
  key: answer.string,
  values: answer.byName(answer.either(answer.either(answer.string, answer.fraction), answer.json<null>())),
  tone: answer.oneOf('fine', 'warning', 'danger'),
  /** Fault: `status.fault.<fault>`; remedy: `status.remedy.<fault>`. */
  fault: answer.optional(answer.string),
})
export type StatusLine = answer.TypeOf<typeof statusLineShape>

const taskLineShape = answer.object({
  id: answer.whole,
  name: answer.string,
  isEnabled: answer.boolean,
  outcome: answer.orNull(answer.oneOf('WAITING', 'RUNNING', 'DONE', 'FOUND', 'FAILED', 'LOST')),
  at: answer.orNull(answer.string),
  message: answer.orNull(answer.string),
  nextRunAt: answer.orNull(answer.string),
})
export type TaskLine = answer.TypeOf<typeof taskLineShape>

const slowStatementShape = answer.object({
  at: answer.string,
  call: answer.string,
  request: answer.string,
  ms: answer.whole,
  rows: answer.orNull(answer.whole),
  statement: answer.string,
})

const systemStatusShape = answer.object({
  at: answer.string,
  host: answer.string,
  lines: answer.listOf(statusLineShape),
  tasks: answer.listOf(taskLineShape),
  /** Newest first; texts without values. */
  slow: answer.listOf(slowStatementShape),
  slowLimitMs: answer.whole,
})
export type SystemStatus = answer.TypeOf<typeof systemStatusShape>

export const systemStatusCall = defineCall({
  method: 'GET',
  path: 'SystemSetting/Status',
  permission: { menu: 'systemstatus' },
  purpose:
    'State of the server that answers, its database, disks, backups and queues, each line with what is wrong; tasks with their last outcome; slow statements.',
  returns: systemStatusShape,
})
