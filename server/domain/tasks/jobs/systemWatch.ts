/** Watch over the server: faults of its status page, told once. */
import { format } from '#contract/messages/index.ts'
import type { StatusLine } from '#contract/system/status.ts'
import { statusText } from '#contract/system/statusText.ts'
import type { Context } from '../../../db/connection/context.ts'
import { wallTimeIn } from '../../basis/dates.ts'
import { systemStatus } from '../../status/systemStatus.ts'
import { type Finding, notifyFindings } from './findings.ts'
import { type Job, say, withinTime } from './job.ts'

export const statusPage = 'systemstatus'

/** Faults that pass by themselves within minutes: shown, not told. */
const passing = new Set(['poolFull', 'slowTurns', 'manySlow'])

/** Degrees of one fault: told anew when worse, not when better. */
const degrees = ['diskLow', 'diskScarce', 'diskStopped']

const keyOf = (fault: string, { values }: StatusLine): string =>
  [fault, values.folders, values.names].filter(Boolean).join(':').slice(0, 200)

function findingsOf(context: Context, line: StatusLine): readonly Finding[] {
  const { fault = '' } = line
  const lesser = degrees.slice(0, Math.max(0, degrees.indexOf(fault)))
  const quiet = lesser.map(each => ({ key: keyOf(each, line), line: '', isQuiet: true }) as const)
  return [...quiet, { key: keyOf(fault, line), line: say(context, 'task.watchLine', wordsOf(context, line)) }]
}

/** Words of a fault; one folder, which every language can read. */
function wordsOf({ locale, timeZone }: Context, line: StatusLine) {
  const [folders] = String(line.values.folders ?? '').split(',')
  const shown = { ...line, values: { ...line.values, ...(folders ? { folders } : {}) } }
  const { title, value, fault, remedy } = statusText(shown, {
    say: (key, values) => format(locale, key, values),
    showInstant: instant => wallTimeIn(timeZone, instant),
  })
  return { subject: title, figures: value, problem: fault, remedy }
}

export const systemWatch: Job = async assignment => {
  const { lines } = await systemStatus(assignment.context)
  const wrong = lines.filter(({ fault }) => fault !== undefined && !passing.has(fault))
  return withinTime(assignment, async context => {
    const findings = wrong.flatMap(line => findingsOf(context, line))
    await notifyFindings(context, { page: statusPage, title: 'task.watchTitle', over: 'task.watchOver' }, findings)
    const [first] = wrong
    return first
      ? {
          outcome: 'FOUND',
          message: say(context, 'task.watchFound', { count: wrong.length, ...wordsOf(context, first) }),
        }
      : { outcome: 'DONE', message: say(context, 'task.watchFine') }
  })
}
