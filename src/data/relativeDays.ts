/** Relative date conditions, stored as such, resolved per query. */
import { entityNamed } from '#contract/index.ts'
import { dayOf, plantClock } from './plantClock.ts'
import { WITHIN } from './wireConditions.ts'

export const relativeDays = [
  ...(['today', 'yesterday', 'tomorrow', 'thisWeek', 'thisMonth'] as const),
  ...(['last7', 'last30', 'next7', 'next30'] as const),
] as const
export type RelativeDays = (typeof relativeDays)[number]

export function isRelativeDays(value: unknown): value is RelativeDays {
  return relativeDays.some(name => name === value)
}

interface Condition {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

/** First and last day, inclusive, at the plant. Weeks start on Monday. */
export function daysOf(name: RelativeDays, now: Date): readonly [from: string, until: string] {
  const [year = 0, month = 1, day = 1] = dayOf(now).split('-').map(Number)
  const on = (date: number, of = month) => new Date(Date.UTC(year, of - 1, date)).toISOString().slice(0, 10)
  const at = (days: number) => on(day + days)
  const weekday = (new Date(at(0)).getUTCDay() + 6) % 7
  switch (name) {
    case 'today':
      return [at(0), at(0)]
    case 'yesterday':
      return [at(-1), at(-1)]
    case 'tomorrow':
      return [at(1), at(1)]
    case 'thisWeek':
      return [at(-weekday), at(6 - weekday)]
    case 'thisMonth':
      return [on(1), on(0, month + 1)]
    case 'last7':
      return [at(-6), at(0)]
    case 'last30':
      return [at(-29), at(0)]
    case 'next7':
      return [at(0), at(6)]
    case 'next30':
      return [at(0), at(29)]
  }
}

/** Instants at which a day of the plant starts and ends. */
export const beginOf = (day: string): string => plantClock().instant(`${day} 00:00:00`)

export function endOf(day: string): string {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  return new Date(Date.parse(beginOf(next)) - 1).toISOString()
}

export function resolvedConditions<C extends Condition>(
  entity: string,
  where: readonly C[],
  now: Date = new Date(),
): readonly Condition[] {
  const fields = entityNamed(entity)?.fields ?? {}
  return where.map(condition => {
    if (condition.op !== WITHIN || !isRelativeDays(condition.value)) return condition
    const [from, until] = daysOf(condition.value, now)
    const isMoment = fields[condition.field]?.kind === 'instant'
    return { field: condition.field, op: 'between', value: isMoment ? [beginOf(from), endOf(until)] : [from, until] }
  })
}
