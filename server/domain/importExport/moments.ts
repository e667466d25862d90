/** Dates and times of sheets: no zone, hence local time. */
import type { RawCell } from './read.ts'

export interface Clock {
  /** Local time of an instant, as `YYYY-MM-DD HH:mm:ss`. */
  wall(instant: string): string
  /** UTC offset at an instant, as `+08:00`. */
  ahead(instant: string): string
  instant(wall: string): string
}

/** Offset changes fall on quarter hours (ms): cacheable within one. */
const quarter = 900_000
const wholeDay = 86_400_000

const sixty = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

function offsetText(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000)
  return `${milliseconds < 0 ? '-' : '+'}${sixty[Math.floor(minutes / 60)]}:${sixty[minutes % 60]}`
}

/** Local clock of a time zone; caches offsets for speed. */
export function clockIn(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  const offsets = new Map<number, number>()
  const days = new Map<number, string>()
  const offsetAt = (at: number): number => {
    const since = Math.floor(at / quarter)
    const known = offsets.get(since)
    if (known !== undefined) return known
    const offset = utc(format.format(since * quarter)) - since * quarter
    offsets.set(since, offset)
    return offset
  }
  const dayAt = (day: number): string => {
    const known = days.get(day)
    if (known !== undefined) return known
    const text = new Date(day * wholeDay).toISOString().slice(0, 10)
    days.set(day, text)
    return text
  }
  const wall = (instant: string) => {
    const at = Date.parse(instant)
    const shown = at + offsetAt(at)
    const day = Math.floor(shown / wholeDay)
    const seconds = Math.floor((shown - day * wholeDay) / 1000)
    return `${dayAt(day)} ${sixty[Math.floor(seconds / 3600)]}:${sixty[Math.floor(seconds / 60) % 60]}:${sixty[seconds % 60]}`
  }
  return {
    wall,
    ahead: instant => offsetText(offsetAt(Date.parse(instant))),
    instant: text => {
      // Second pass: the offset at the guess may differ.
      const wanted = utc(text)
      let guess = wanted
      for (let round = 0; round < 2; round += 1) guess += wanted - utc(wall(new Date(guess).toISOString()))
      return new Date(guess).toISOString()
    },
  }
}

const two = (part: string | undefined) => (part ?? '').padStart(2, '0')

function ofSerial(serial: number): Date {
  return new Date(Date.UTC(1899, 11, 30) + Math.round(serial * 86_400_000))
}

/** Rounds to seconds: serial dates are floats and fall slightly short. */
const wallOf = (moment: Date) =>
  new Date(Math.round(moment.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const dayPattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const momentPattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** Day as `YYYY-MM-DD`, or the unchanged text if invalid. */
export function dayOfCell(cell: Exclude<RawCell, null>): unknown {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? String(cell) : wallOf(cell).slice(0, 10)
  const text = String(cell).normalize('NFKC').trim()
  const run = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (run) return `${run[1]}-${run[2]}-${run[3]}`
  if (typeof cell === 'number' && cell > 20_000 && cell < 110_000) return wallOf(ofSerial(cell)).slice(0, 10)
  const [, year, month, day] = dayPattern.exec(text.replace(/[T ]+0{1,2}:00(:00)?$/, '')) ?? []
  return year ? `${year}-${two(month)}-${two(day)}` : text
}

/** UTC instant of a cell, or the unchanged text if invalid. */
export function momentOf(cell: Exclude<RawCell, null>, clock: Clock): unknown {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? String(cell) : clock.instant(wallOf(cell))
  if (typeof cell === 'number') return clock.instant(wallOf(ofSerial(cell)))
  const text = String(cell).normalize('NFKC').trim()
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text
  const [, year, month, day, hour, minute, second] = momentPattern.exec(text) ?? []
  const wall = year
    ? `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second ?? '00'}`
    : /^\d{4}-\d\d-\d\d$/.test(String(dayOfCell(text)))
      ? `${dayOfCell(text)} 00:00:00`
      : null
  return wall !== null && !Number.isNaN(Date.parse(`${wall.replace(' ', 'T')}Z`)) ? clock.instant(wall) : text
}
