/** Days a field may have, by the bounds of its definition. */
import { tables } from '#contract/index.ts'
import { dayOf, plantClock } from '../../data/plantClock.ts'
import type { RowValues } from '../../data/records/row.ts'

export type PossibleDay = (day: string) => boolean

export interface Bounds {
  readonly entity: string
  readonly name: string
  readonly row: RowValues
}

export function possibleDays(bounds: Bounds | undefined): PossibleDay {
  const { entity, parent } = tables().find(table => table.entity.name === bounds?.entity) ?? {}
  const field = entity?.fields[bounds?.name ?? '']
  if (!bounds || !entity || !field) return () => true
  const { name, row } = bounds
  const endsToday = field.past === true && (parent ?? entity).document !== true
  const today = dayOf(new Date())
  const clock = plantClock()
  // Some moment of the day is enough.
  const valuesOf = (day: string) =>
    field.kind === 'date' ? [day] : ['00:00:00', '23:59:59'].map(time => clock.instant(`${day} ${time}`) ?? day)
  const checks = entity.checks?.filter(({ at }) => at === name) ?? []
  const isPassing = (value: string) => checks.every(({ ok }) => ok({ ...row, [name]: value }))
  return day => !(endsToday && day > today) && valuesOf(day).some(isPassing)
}
