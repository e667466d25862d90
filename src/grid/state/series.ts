/** Series continuation: numbers, days, instants and numbered texts; others repeat. */
import { decimal, decimalPlaces } from '#contract/schema/decimal.ts'
import type { Field, Kind } from '#contract/schema/field.ts'
import { isDay } from '#contract/schema/validate.ts'
import { isNumber } from '../../data/numerals.ts'

/** Value by steps after the last; undefined if invalid. */
type Next = (step: number) => unknown

const dayLength = 86_400_000

/** Common difference; null if unequal. `alone` applies to one value. */
function stepOf(values: readonly bigint[], alone: bigint): bigint | null {
  const [first = 0n, second] = values
  if (second === undefined) return alone
  const step = second - first
  const isEven = values.every((value, at) => at === 0 || value - (values[at - 1] ?? 0n) === step)
  return isEven && step !== 0n ? step : null
}

/** Numbers as integer steps of their smallest place, avoiding floats. */
function numbers(values: readonly unknown[]): Next | null {
  if (!values.every(isNumber)) return null
  const places = Math.max(...values.map(value => decimalPlaces(decimal(value))))
  const scaled = values.map(value => BigInt(decimal(value).times(decimal(10).pow(places)).toFixed(0)))
  const step = stepOf(scaled, 10n ** BigInt(places))
  const last = scaled.at(-1)
  if (step === null || last === undefined) return null
  const isWhole = values.every(value => typeof value === 'number')
  return count => {
    const next = decimal((last + step * BigInt(count)).toString()).div(decimal(10).pow(places))
    return isWhole ? next.toNumber() : next.toFixed(places)
  }
}

const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayLength)
const dayAt = (number: number) => {
  const at = new Date(number * dayLength)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10)
}
const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Month steps: same day of each month, or its last day. */
function months(days: readonly string[]): Next | null {
  if (days.length < 2) return null
  const parts = days.map(day => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    return { month: BigInt(year * 12 + month - 1), date, isLast: date === lastOf(year, month) }
  })
  const { date = 1 } = parts[0] ?? {}
  const isLast = parts.every(part => part.isLast)
  if (!isLast && parts.some(part => part.date !== date)) return null
  const step = stepOf(
    parts.map(({ month }) => month),
    1n,
  )
  const last = parts.at(-1)?.month
  if (step === null || last === undefined) return null
  return count => {
    const month = Number(last + step * BigInt(count))
    const [year, of] = [Math.floor(month / 12), (month % 12) + 1]
    const end = lastOf(year, of)
    return dayAt(
      dayNumber(`${String(year).padStart(4, '0')}-${String(of).padStart(2, '0')}-01`) +
        (isLast ? end : Math.min(date, end)) -
        1,
    )
  }
}

function days(values: readonly unknown[]): Next | null {
  if (!values.every(isDay)) return null
  const numbered = values.map(dayNumber)
  const step = stepOf(numbered.map(BigInt), 1n)
  const last = numbered.at(-1)
  return months(values) ?? (step === null || last === undefined ? null : count => dayAt(last + Number(step) * count))
}

function moments(values: readonly unknown[]): Next | null {
  const at = values.map(value => (typeof value === 'string' ? Date.parse(value) : Number.NaN))
  if (at.some(Number.isNaN)) return null
  const step = stepOf(at.map(BigInt), BigInt(dayLength))
  const last = at.at(-1)
  if (step === null || last === undefined) return null
  return count => {
    const next = new Date(last + Number(step) * count)
    return Number.isNaN(next.getTime()) ? undefined : next.toISOString()
  }
}

/** Numbered text: `L009`, `L010` continue with `L011`, keeping leading zeros. */
function numbered(values: readonly unknown[]): Next | null {
  const parts = values.map(value => (typeof value === 'string' ? /^(.*?)(\d+)$/s.exec(value) : null))
  const [before, digits] = [parts[0]?.[1], parts[0]?.[2]]
  if (before === undefined || digits === undefined || parts.some(part => part?.[1] !== before)) return null
  const all = parts.map(part => BigInt(part?.[2] ?? 0))
  const step = stepOf(all, 1n)
  const last = all.at(-1)
  if (step === null || last === undefined) return null
  return count => {
    const next = last + step * BigInt(count)
    return next < 0n ? undefined : before + String(next).padStart(digits.length, '0')
  }
}

const byKind: Partial<Record<Kind, (values: readonly unknown[]) => Next | null>> = {
  integer: numbers,
  bigint: numbers,
  quantity: numbers,
  money: numbers,
  rate: numbers,
  decimal: numbers,
  date: days,
  instant: moments,
  text: numbered,
  longText: numbered,
}

/** Series of a kind; a single value steps by one. */
export function continuation(values: readonly unknown[], kind: Kind): Next | null {
  return byKind[kind]?.(values) ?? null
}

/** Copies in order; counting fields continue after the last. */
export function copiesOf(values: readonly unknown[], field: Field | undefined): readonly unknown[] {
  const next = field?.counts ? (numbered(values) ?? numbered(values.slice(-1))) : null
  return next ? values.map((_, at) => next(at + 1)) : values
}
