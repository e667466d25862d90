/** Moments as clocks of a time zone show them, alike on both sides. */

export interface Clock {
  /** Local time of an instant, as `YYYY-MM-DD HH:mm:ss`. */
  wall(instant: string): string
  /** UTC offset at an instant, as `+08:00`. */
  ahead(instant: string): string
  /** First instant that shows a local time; a skipped hour counts on. */
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

/** Local clock of a time zone, by default the machine's. */
export function clockIn(timeZone?: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  const offsets = new Map<number, number>()
  const days = new Map<number, string>()
  const offsetAt = (at: number): number => {
    const since = Math.floor(at / quarter)
    const known = offsets.get(since)
    if (known !== undefined) return known
    const offset = utc(format.format(since * quarter).padStart(19, '0')) - since * quarter || 0
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
      const wanted = utc(text)
      const before = wanted - offsetAt(wanted - wholeDay)
      const after = wanted - offsetAt(wanted + wholeDay)
      const found = [before, after].find(at => at + offsetAt(at) === wanted)
      return new Date(found ?? before).toISOString()
    },
  }
}
