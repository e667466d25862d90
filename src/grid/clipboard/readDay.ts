/** Dates as spreadsheets show them, with column-wide day order. */

import { isDay } from '#contract/schema/validate.ts'
import { dayOf, plantClock } from '../../data/plantClock.ts'
import { plainCell } from '../../fields/cell.ts'
import { parseDay, parseInstant } from '../../fields/days.ts'
import type { ClipCell } from './block.ts'

/** Month position in `5/1/2024`; `open` when ambiguous. */
export type DayOrder = 'monthFirst' | 'dayFirst' | 'open'

export type DayNote = 'dayOrder' | 'thisYear' | 'timeDropped' | 'serial' | 'rocYear'

export interface ReadDay {
  readonly value: string
  readonly note?: DayNote
}

const yearLast = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4}|\d{2})$/
const two = (value: string | number) => String(value).padStart(2, '0')

export function dayOrderOf(cells: readonly ClipCell[]): DayOrder {
  let order: DayOrder = 'open'
  for (const { text, format } of cells) {
    // Explicit formats decide; system-dependent ones do not.
    const said = /^(?:\[[^\]]*\])?([dm])/i.exec(format ?? '')?.[1]?.toLowerCase()
    if (said && yearLast.test(withoutTime(plainCell(text)).day)) return said === 'd' ? 'dayFirst' : 'monthFirst'
    const [, first = '', second = ''] = yearLast.exec(withoutTime(plainCell(text)).day) ?? []
    if (Number(first) > 12 && Number(second) <= 12) order = 'dayFirst'
    else if (Number(second) > 12 && Number(first) <= 12) order = 'monthFirst'
  }
  return order
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function byMonthName(text: string): string | null {
  const match =
    /^(?<day>\d{1,2})[-\s]+(?<month>[a-z]{3,9})\.?,?[-\s]+(?<year>\d{4}|\d{2})$/i.exec(text) ??
    /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4}|\d{2})$/i.exec(text)
  const { day = '', month = '', year = '' } = match?.groups ?? {}
  const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const read = `${year.length === 2 ? `20${year}` : year}-${two(number)}-${two(day)}`
  return number > 0 && isDay(read) ? read : null
}

function withoutTime(text: string): { readonly day: string; readonly time: string } {
  const match =
    /^(.*?)[\sT]*(上午|下午|中午|凌晨|早上|晚上)?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?$/i.exec(text)
  if (!match) return { day: text, time: '' }
  const [, day = '', chinese = '', hours = '', minutes = '', seconds = '00', english = ''] = match
  const isAfternoon = /下午|中午|晚上/.test(chinese) || /pm/i.test(english)
  const isMorning = /上午|凌晨|早上/.test(chinese) || /am/i.test(english)
  const hour = isAfternoon && Number(hours) < 12 ? Number(hours) + 12 : isMorning && hours === '12' ? 0 : Number(hours)
  return { day: day.trim(), time: `${two(hour)}:${minutes}:${seconds}` }
}

function shownDay(text: string, order: DayOrder, today: string): ReadDay | null {
  const bare = text.replace(/\s*(星期|週|周|礼拜)[一二三四五六日天]$/, '')
  const roc = /^(?:民[国國])?\s*(\d{2,3})[年./-](\d{1,2})[月./-](\d{1,2})日?$/.exec(bare)
  if (roc?.[1] && (roc[1].length === 3 || /^民/.test(bare))) {
    const value = `${Number(roc[1]) + 1911}-${two(roc[2] ?? '')}-${two(roc[3] ?? '')}`
    return isDay(value) ? { value, note: 'rocYear' } : null
  }
  const named = byMonthName(bare)
  if (named) return { value: named }
  const last = yearLast.exec(bare)
  if (last && (last[3]?.length === 4 || order !== 'open')) {
    const [, first = '', second = '', year = ''] = last
    const [month, day] = order === 'dayFirst' ? [second, first] : [first, second]
    const value = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`
    if (!isDay(value)) return null
    return order === 'open' && first !== second ? { value, note: 'dayOrder' } : { value }
  }
  const value = parseDay(bare, today)
  if (value === null) return null
  if (last) return { value, note: 'dayOrder' }
  return /^\d{4}/.test(bare)
    ? { value }
    : /^\d{2}\D\d{1,2}\D\d{1,2}|^\d{6}$/.test(bare)
      ? { value }
      : { value, note: 'thisYear' }
}

/** Excel 1900 date system: counts from 1899-12-30; includes a nonexistent 1900-02-29. */
function daysFrom1900(number: string): number | null {
  const days = Number(number)
  return Number.isFinite(days) && days >= 61 && days < 2_958_466 ? days : null
}

/** Time of the clock: sheets name no zone. */
function wallOf(days: number): string {
  const seconds = Math.round(days * 86_400)
  return new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

const isDateFormat = (format: string | undefined) =>
  /[yd年月日]/i.test(format?.replace(/\[[^\]]*\]|"[^"]*"/g, '') ?? '')

function serialOf({ number, format, text }: ClipCell): { readonly days: number; readonly isBare: boolean } | null {
  const isShownAsNumber = /^\d{5}(\.\d+)?$/.test(plainCell(text))
  if (number !== undefined && (isDateFormat(format) || !/^[\d.,\s-]+$/.test(plainCell(text)))) {
    const days = daysFrom1900(number)
    return days === null ? null : { days, isBare: false }
  }
  const days = isShownAsNumber ? daysFrom1900(plainCell(text)) : null
  return days === null ? null : { days, isBare: true }
}

export function readDay(cell: ClipCell, order: DayOrder, now: Date): ReadDay | null {
  const serial = serialOf(cell)
  const { day, time } = withoutTime(plainCell(cell.text))
  const hasTime = time !== '' && !/^00:00/.test(time)
  if (serial) {
    const value = wallOf(serial.days).slice(0, 10)
    return serial.isBare ? { value, note: 'serial' } : hasTime ? { value, note: 'timeDropped' } : { value }
  }
  const read = shownDay(day, order, dayOf(now))
  return read && hasTime ? { ...read, note: read.note ?? 'timeDropped' } : read
}

export function readInstant(cell: ClipCell, order: DayOrder, now: Date): ReadDay | null {
  const serial = serialOf(cell)
  if (serial) {
    const value = plantClock().instant(wallOf(serial.days))
    return serial.isBare ? { value, note: 'serial' } : { value }
  }
  const text = plainCell(cell.text)
  const exact = /T.*(Z|[+-]\d\d:\d\d)$|^\D+$/.test(text) ? parseInstant(text, now) : null
  if (exact) return { value: exact }
  const { day, time } = withoutTime(text)
  const read = day === '' ? { value: dayOf(now), note: 'thisYear' as const } : shownDay(day, order, dayOf(now))
  const value = read && parseInstant(`${read.value} ${time || '00:00:00'}`, now)
  if (!read || value === null) return null
  return read.note ? { value, note: read.note } : { value }
}
