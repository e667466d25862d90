/** The clocks of a recall (domain.md §2.10). Pure; the home page, the recall's screen and the warnings go by it. */
import type { Values } from '../schema/field.ts'

export const deadlineNames = ['startDeadline', 'reportDeadline', 'notifyDeadline', 'finishDeadline'] as const
export type DeadlineName = (typeof deadlineNames)[number]

/** A term that runs: since when, until when; UTC instants. */
export interface Term {
  readonly from: string
  readonly at: string
}

export interface Deadline extends Term {
  readonly what: DeadlineName
  /** When it was met; null while it runs, true where it is known to be met and not when. */
  readonly met: string | true | null
}

/** How much of a term is over: less than half, half, 80 %, all of it. */
export const stages = ['early', 'half', 'near', 'over'] as const
export type Stage = (typeof stages)[number]

const marks: readonly (readonly [Stage, number])[] = [
  ['over', 1],
  ['near', 0.8],
  ['half', 0.5],
]

/** How far a term has run. A term without length is over when its end is reached. */
export function stageOf({ from, at }: Term, now: string): Stage {
  const [begin, end, moment] = [from, at, now].map(instant => Date.parse(instant)) as [number, number, number]
  if (moment >= end) return 'over'
  const part = end > begin ? (moment - begin) / (end - begin) : 0
  return marks.find(([, mark]) => part >= mark)?.[0] ?? 'early'
}

/** Stages that were entered between two moments, in their order: what is warned of, each once. */
export function stagesEntered(term: Term, before: string, now: string): readonly Stage[] {
  const [last, next] = [stages.indexOf(stageOf(term, before)), stages.indexOf(stageOf(term, now))]
  return stages.slice(last + 1, next + 1)
}

const instantOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The clocks of a recall, as far as they have been set, in the order they run out. */
export function deadlinesOf(recall: Values): readonly Deadline[] {
  const term = (what: DeadlineName, since: string, met: Deadline['met']): readonly Deadline[] => {
    const [from, at] = [instantOf(recall[since]), instantOf(recall[what])]
    return from && at ? [{ what, from, at, met }] : []
  }
  return [
    ...term('startDeadline', 'knowTime', instantOf(recall.startTime)),
    // No authority is told of a drill.
    ...(recall.callbackType === 'DRILL'
      ? []
      : term('reportDeadline', 'knowTime', instantOf(recall.regulatorReportTime))),
    // Without dealers there is no share, and nobody to notify.
    ...term('notifyDeadline', 'noticeTime', Number(recall.notifiedPercent ?? 100) >= 100 ? true : null),
    ...term('finishDeadline', 'noticeTime', instantOf(recall.finishTime)),
  ]
}

/** Whole hours until an instant; negative when it has passed. */
export function hoursLeft(at: string, now: string): number {
  return Math.floor((Date.parse(at) - Date.parse(now)) / 3_600_000)
}
