/** Dates and times of sheets: no zone, hence local time. */
import type { Clock } from '#contract/zonedClock.ts'
import type { RawCell } from './read.ts'

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
