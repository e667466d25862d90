/** Recall deadlines (domain.md §2.10) of home page, recall screen and warnings. Pure. */

export const deadlineNames = ['startDeadline', 'reportDeadline', 'notifyDeadline', 'finishDeadline'] as const
export type DeadlineName = (typeof deadlineNames)[number]

export interface Term {
  readonly from: string
  readonly at: string
}

export interface Deadline extends Term {
  readonly what: DeadlineName
  /** Completion time, true if unknown; null while running, false if missed. */
  readonly met: string | boolean | null
}

/** Elapsed share: below 50 %, 50 %, 80 %, 100 %. */
export const deadlineStages = ['early', 'half', 'near', 'over'] as const
export type Stage = (typeof deadlineStages)[number]

const marks: readonly (readonly [Stage, number])[] = [
  ['over', 1],
  ['near', 0.8],
  ['half', 0.5],
]

/** Stage of a term. Zero-length terms are over at their end. */
export function stageOf({ from, at }: Term, now: string): Stage {
  const [begin, end, moment] = [from, at, now].map(instant => Date.parse(instant)) as [number, number, number]
  if (moment >= end) return 'over'
  const part = end > begin ? (moment - begin) / (end - begin) : 0
  return marks.find(([, mark]) => part >= mark)?.[0] ?? 'early'
}

/** Stages entered between two instants, in order: one warning each. */
export function stagesEntered(term: Term, before: string, now: string): readonly Stage[] {
  const [last, next] = [deadlineStages.indexOf(stageOf(term, before)), deadlineStages.indexOf(stageOf(term, now))]
  return deadlineStages.slice(last + 1, next + 1)
}

const instantOf = (value: string | null | undefined) => value || null

type TermName = DeadlineName | 'knowTime' | 'noticeTime' | 'startTime' | 'regulatorReportTime' | 'finishTime'

export type RecallTerms = { readonly [N in TermName]?: string | null } & {
  readonly callbackType?: string
  readonly status?: string | null
  readonly notifiedPercent?: string | number | null
}

/** Deadlines set so far, in order of expiry. */
export function deadlinesOf(recall: RecallTerms): readonly Deadline[] {
  if (recall.status === 'CANCELLED') return []
  const closedAt = recall.status === 'CLOSED' ? instantOf(recall.finishTime) : null
  const term = (what: DeadlineName, since: TermName, met: Deadline['met']): readonly Deadline[] => {
    const [from, at] = [instantOf(recall[since]), instantOf(recall[what])]
    if (!from || !at) return []
    if (met !== null || closedAt === null) return [{ what, from, at, met }]
    // Closed in time: the rest was not due yet.
    return Date.parse(at) <= Date.parse(closedAt) ? [{ what, from, at, met: false }] : []
  }
  return [
    ...term('startDeadline', 'knowTime', instantOf(recall.startTime)),
    // Drills are not reported to authorities.
    ...(recall.callbackType === 'DRILL'
      ? []
      : term('reportDeadline', 'knowTime', instantOf(recall.regulatorReportTime))),
    // Without dealers there is no percentage, and nobody to notify.
    ...term('notifyDeadline', 'noticeTime', Number(recall.notifiedPercent ?? 100) >= 100 ? true : null),
    ...term('finishDeadline', 'noticeTime', instantOf(recall.finishTime)),
  ]
}

const minute = 60_000
const [hourMinutes, dayMinutes] = [60, 24 * 60]

/** Time to or since an instant, in its two largest units. */
export interface TimeLeft {
  readonly unit: 'days' | 'hours' | 'minutes'
  readonly isOver: boolean
  readonly days: number
  readonly hours: number
  readonly minutes: number
}

/** Time left in whole minutes, over from its instant on. */
export function timeLeft(at: string, now: string): TimeLeft {
  const left = Math.floor((Date.parse(at) - Date.parse(now)) / minute)
  const total = Math.abs(left)
  return {
    unit: total >= dayMinutes ? 'days' : total >= hourMinutes ? 'hours' : 'minutes',
    isOver: left < 0,
    days: Math.floor(total / dayMinutes),
    hours: Math.floor((total % dayMinutes) / hourMinutes),
    minutes: total % hourMinutes,
  }
}

export type Urgency = 'neutral' | 'warning' | 'danger'

/** Red from the last tenth of a term on. */
export function urgencyOf(term: Term, now: string): Urgency {
  const stage = stageOf(term, now)
  const [begin, end, moment] = [term.from, term.at, now].map(instant => Date.parse(instant)) as [number, number, number]
  if (stage === 'over' || (stage === 'near' && end - moment <= (end - begin) / 10)) return 'danger'
  return stage === 'early' ? 'neutral' : 'warning'
}
