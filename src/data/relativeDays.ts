/** Relative date conditions, stored as such, resolved per query. */
import { entityNamed } from '#contract/index.ts'

/** Client-only operator; its value is one of the names below. */
export const WITHIN = 'within'

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

const two = (part: number) => String(part).padStart(2, '0')
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** First and last day, inclusive, in local time. Weeks start on Monday. */
export function daysOf(name: RelativeDays, now: Date): readonly [from: string, until: string] {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const at = (days: number) => dayOf(new Date(year, month, day + days))
  const weekday = (now.getDay() + 6) % 7
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
      return [dayOf(new Date(year, month, 1)), dayOf(new Date(year, month + 1, 0))]
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

/** Instants at which a local day starts and ends. */
export const beginOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString()
export const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()

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
