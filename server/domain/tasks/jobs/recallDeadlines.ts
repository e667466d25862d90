/** Deadlines of recalls and accidents: notices at 50, 80 and 100 %. */
import { sql } from 'kysely'
import { type Deadline, deadlinesOf, type Stage, stageOf } from '#contract/recall/deadlines.ts'
import type { DeadlineMessage } from '#contract/system/realtime.ts'
import type { Context } from '../../../db/connection/context.ts'
import { rowsOf } from '../../../db/query/rowsOf.ts'
import { notifyDeadline } from '../../../db/records/changes.ts'
import { wallTimeIn } from '../../basis/dates.ts'
import { type Finding, notifyFindings } from './findings.ts'
import { type Job, say, withinTime } from './job.ts'

type Entity = 'callback' | 'unsafefoodaccident'

interface Due extends Finding {
  readonly message: DeadlineMessage
}

interface Case {
  readonly entity: Entity
  readonly id: number
  readonly docNo: string
  readonly title: string
  readonly isDrill: boolean
  readonly deadlines: readonly Deadline[]
}

async function recalls(context: Context): Promise<readonly Case[]> {
  const rows = await rowsOf(context, 'callback')
    .select(['id', 'docNo', 'title', 'status', 'callbackType', 'knowTime', 'noticeTime', 'startTime', 'startDeadline'])
    .select(['regulatorReportTime', 'reportDeadline', 'notifiedPercent', 'notifyDeadline'])
    .select(['finishTime', 'finishDeadline'])
    .where('status', 'in', ['DRAFT', 'STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING'])
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    entity: 'callback',
    id: row.id,
    docNo: row.docNo ?? '',
    title: row.title,
    isDrill: row.callbackType === 'DRILL',
    // Unstarted recalls have no other deadline yet.
    deadlines: deadlinesOf(row).filter(({ what }) => row.status !== 'DRAFT' || what === 'startDeadline'),
  }))
}

async function accidents({ tx, customerId }: Context): Promise<readonly Case[]> {
  const { rows } = await sql<{ id: number; docNo: string; title: string; from: string; at: string }>`
    select id, "docNo", title, "knowTime" as "from", "reportDeadline" as at from unsafefoodaccident
    where "customerId" = ${customerId} and status = 'REPORTED' and "reportTime" is null and "reportDeadline" is not null
    order by id`.execute(tx)
  return rows.map(({ from, at, ...row }) => ({
    ...row,
    entity: 'unsafefoodaccident',
    isDrill: false,
    deadlines: [{ what: 'reportDeadline', from, at, met: null }],
  }))
}

/** Deadlines at a notice stage; met ones are done. */
function dueOf(context: Context, { entity, id, docNo, title, isDrill, deadlines }: Case): readonly Due[] {
  return deadlines.flatMap(deadline => {
    const stage: Stage = stageOf(deadline, context.now)
    if (deadline.met !== null || stage === 'early') return []
    const { what, at } = deadline
    // Drill marker: an exercise must not be mistaken for a real recall.
    const number = isDrill ? say(context, 'task.drill', { docNo }) : docNo
    const clock = say(context, `callback.${what}`)
    const said = { docNo: number, title, clock, at: wallTimeIn(context.timeZone, at).slice(0, 16) }
    const kind = say(context, `task.deadlineOf.${entity}`)
    return [
      {
        key: `${id}:${what}:${at}:${stage}`,
        line: say(context, `task.deadline.${stage}`, said),
        about: { path: `/${entity}/${id}`, title: say(context, `task.deadlineTitle.${stage}`, { ...said, kind }) },
        message: { type: 'Deadline', entity, id, docNo, title, isDrill, what, at, stage },
      },
    ]
  })
}

async function notifyDue(context: Context, page: Entity, cases: readonly Case[]): Promise<readonly Due[]> {
  const due = cases.flatMap(each => dueOf(context, each))
  const fresh = new Set(
    await notifyFindings(context, { page, title: 'task.deadlinesTitle', notifyType: 'RECALL' }, due),
  )
  for (const each of due) if (fresh.has(each)) await notifyDeadline(context.tx, context.customerId, each.message)
  return due
}

export const recallDeadlines: Job = assignment =>
  withinTime(assignment, async context => {
    const open = [...(await recalls(context)), ...(await accidents(context))]
    const due = [
      ...(await notifyDue(
        context,
        'callback',
        open.filter(({ entity }) => entity === 'callback'),
      )),
      ...(await notifyDue(
        context,
        'unsafefoodaccident',
        open.filter(({ entity }) => entity === 'unsafefoodaccident'),
      )),
    ]
    const over = due.filter(({ message }) => message.stage === 'over').length
    return {
      outcome: due.length > 0 ? 'FOUND' : 'DONE',
      message: say(context, 'task.recallDeadlines', { open: open.length, near: due.length - over, over }),
    }
  })
