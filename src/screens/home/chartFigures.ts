/** Figures of charts as text and as lists. Pure. */
import { entityNamed } from '#contract/index.ts'
import type { HomeChart } from '#contract/system/home.ts'
import { grouped } from '../../data/numerals.ts'
import { beginOf, endOf } from '../../data/relativeDays.ts'
import { addressOfList } from '../../tables/filter/query.ts'

type Point = HomeChart['points'][number]

export function shownFigure({ unit }: Pick<HomeChart, 'unit'>, value: number | null | undefined): string {
  if (value === null || value === undefined) return ''
  return unit === '%' ? `${value}%` : [grouped(value), unit].filter(Boolean).join(' ')
}

/** Figure beside an axis: the caption names kilograms. */
export const axisFigure = ({ unit }: Pick<HomeChart, 'unit'>, value: number): string =>
  shownFigure({ unit: unit === '%' ? unit : '' }, value)

/** Sum of nought; a share of nought is a figure. */
export const isEmptyChart = ({ unit, points }: HomeChart): boolean =>
  points.every(
    ({ values, count = 0 }) => count === 0 && values.every(value => (unit === '%' ? value === null : !value)),
  )

export const sumOf = ({ values }: Point): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** List of the rows behind a point. */
export function addressOfPoint({ entity, field, where }: HomeChart, { from, until }: Point): string {
  const isMoment = entityNamed(entity)?.fields[field]?.kind === 'instant'
  const bound = (op: string, day: string | null, edge: (day: string) => string) =>
    day === null ? [] : [{ field, op, value: isMoment ? edge(day) : day }]
  return addressOfList(entity, [...bound('ge', from, beginOf), ...bound('le', until, endOf), ...where])
}
