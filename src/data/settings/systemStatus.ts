/** Status of the server in words. */
import { type StatusLine, type SystemStatus, statusGroups, systemStatusCall } from '#contract/system/status.ts'
import { type StatusText, statusText } from '#contract/system/statusText.ts'
import { request } from '../api/api.ts'
import { text } from '../language.ts'
import { plantClock } from '../plantClock.ts'

const showInstant = (instant: string) => plantClock().wall(instant).slice(0, 16)

export const readSystemStatus = (signal?: AbortSignal): Promise<SystemStatus> =>
  request(systemStatusCall, {}, signal ? { signal } : {})

export const wordsOfLine = (line: StatusLine): StatusText => statusText(line, { say: text, showInstant })

type Task = SystemStatus['tasks'][number]

/** Last outcome of a task: when, how, with what words. */
export const lastRunOf = ({ at, outcome, message }: Task): string =>
  outcome === null || at === null
    ? '—'
    : [showInstant(at), text(`RunOutcome.${outcome}`), message ?? ''].filter(Boolean).join('　')

export const nextRunOf = ({ isEnabled, nextRunAt }: Task): string =>
  isEnabled ? (nextRunAt === null ? '—' : showInstant(nextRunAt)) : text('status.tasks.off')

type Slow = SystemStatus['slow'][number]

export const slowFigures = ({ ms, rows }: Slow): string =>
  rows === null ? text('status.slowFailed', { ms }) : text('status.slowRow', { ms, rows })

export function statusReport({ at, host, lines, tasks, slow, slowLimitMs }: SystemStatus): string {
  const groups = statusGroups.flatMap(group => {
    const own = lines.filter(line => line.group === group).map(wordsOfLine)
    const words = own.map(({ title, value, fault, remedy }) =>
      [`  ${title}: ${value}`, ...(fault ? [`    ! ${fault}`, `      ${remedy}`] : [])].join('\n'),
    )
    return own.length > 0 ? [text(`status.group.${group}`), ...words] : []
  })
  return [
    text('status.copyTitle', { host, time: at }),
    ...groups,
    text('status.tasks'),
    ...tasks.map(task => `  ${task.name}: ${lastRunOf(task)}`),
    text('status.slowTitle', { limit: slowLimitMs }),
    ...slow.map(each => `  ${each.at} ${each.call} ${each.request} ${slowFigures(each)}\n    ${each.statement}`),
  ].join('\n')
}
