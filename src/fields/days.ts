/** Date and instant parsing: 2024/5/1, 0501, 今天, +3. Days are text. */
import { isDay } from '#contract/schema/validate.ts'
import { dayOf, plantClock } from '../data/plantClock.ts'
import { plainCell } from './cell.ts'

const two = (value: number | string) => String(value).padStart(2, '0')

const named: Readonly<Record<string, number>> = {
  今天: 0,
  今日: 0,
  today: 0,
  t: 0,
  昨天: -1,
  yesterday: -1,
  前天: -2,
  明天: 1,
  tomorrow: 1,
  后天: 2,
  後天: 2,
}

export function shiftedDay(day: string, count: number, unit: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  if (unit === 'm' || unit === 'y') {
    const months = unit === 'y' ? count * 12 : count
    // Clamped to the month: 31 January plus one is 28 February.
    const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
    return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
  }
  return new Date(Date.UTC(year, month - 1, date + (unit === 'w' ? count * 7 : count))).toISOString().slice(0, 10)
}

const century = (year: string) => (year.length === 2 ? `20${year}` : year)

const monthEnds: Readonly<Record<string, number>> = { 月底: 0, 月末: 0, 本月底: 0, eom: 0, 上月底: -1, 下月底: 1 }

const monthEnd = (today: string, away: number) =>
  shiftedDay(shiftedDay(`${today.slice(0, 7)}-01`, away + 1, 'm'), -1, 'd')

export function parseDay(text: string, today: string): string | null {
  const typed = plainCell(text).toLowerCase()
  const days = named[typed]
  if (days !== undefined) return shiftedDay(today, days, 'd')
  const months = monthEnds[typed]
  if (months !== undefined) return monthEnd(today, months)
  const relative = /^([+-]\d{1,4})\s*([dwmy天周月年]?)$/.exec(typed)
  if (relative) {
    const unit = { 天: 'd', 周: 'w', 月: 'm', 年: 'y' }[relative[2] ?? ''] ?? (relative[2] || 'd')
    return shiftedDay(today, Number(relative[1]), unit)
  }
  const year = today.slice(0, 4)
  const digits = /^(\d{4}|\d{2})?(\d{2})(\d{2})$/.exec(typed)
  const parts = typed.split(/[-/.年月日\s]+/).filter(Boolean)
  const [y, m, d] = digits
    ? [century(digits[1] ?? year), digits[2], digits[3]]
    : parts.length === 3
      ? [century(parts[0] ?? ''), parts[1], parts[2]]
      : parts.length === 2
        ? [year, parts[0], parts[1]]
        : []
  if (y === undefined || m === undefined || d === undefined) return null
  const day = `${y}-${two(m)}-${two(d)}`
  return isDay(day) ? day : null
}

/** UTC of text in plant time (`5/1 8:30`, 现在); null if invalid. */
export function parseInstant(text: string, now: Date): string | null {
  const typed = plainCell(text)
  if (/^(now|现在|現在)$/i.test(typed)) return `${now.toISOString().slice(0, 16)}:00.000Z`
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(typed)) {
    const exact = Date.parse(typed)
    return Number.isNaN(exact) ? null : new Date(exact).toISOString()
  }
  const match = /^(.*?)(?:(?:^|[\sT])(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(typed)
  const [, before = '', hour = '0', minute = '0', second = '0'] = match ?? []
  const today = dayOf(now)
  const day = before.trim() === '' ? (match?.[2] ? today : null) : parseDay(before, today)
  if (day === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return plantClock().instant(`${day} ${two(hour)}:${two(minute)}:${two(second)}`)
}

/** Plant time, `YYYY-MM-DD HH:mm`; invalid values stay literal. */
export function showInstant(value: unknown): string {
  const moment = String(value)
  return Number.isNaN(Date.parse(moment)) ? moment : plantClock().wall(moment).slice(0, 16)
}
