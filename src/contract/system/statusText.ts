/** Words of a status line on the page, in notices and copies. */
import type { StatusLine } from './status.ts'

export interface StatusWords {
  say(key: string, values?: Readonly<Record<string, string | number>>): string
  /** Instant in the plant's time. */
  showInstant(instant: string): string
}

const [kilobyte, minute, hour, day] = [1024, 60, 3_600, 86_400]

function size(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes, 0]
  while (value >= kilobyte && unit < units.length - 1) {
    value /= kilobyte
    unit += 1
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

function span(seconds: number, say: StatusWords['say']): string {
  const [unit, per] = seconds >= 2 * day ? ['days', day] : seconds >= 2 * hour ? ['hours', hour] : ['minutes', minute]
  if (seconds < minute) return say('status.span.seconds', { count: Math.round(seconds) })
  return say(`status.span.${unit}`, { count: Math.round(seconds / Number(per)) })
}

/** Values in words, by the ending of their name: `At`, `Bytes`, `Seconds`. */
function shownValues({ values }: StatusLine, { say, showInstant }: StatusWords): Record<string, string | number> {
  const shown = (name: string, value: string | number): string | number => {
    if (name.endsWith('At')) return showInstant(String(value))
    if (name.endsWith('Bytes')) return size(Number(value))
    if (name.endsWith('Seconds')) return span(Number(value), say)
    if (name !== 'folders') return value
    return String(value)
      .split(',')
      .map(folder => say(`status.folder.${folder}`))
      .join(say('status.and'))
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, shown(name, value)]])),
  )
}

export interface StatusText {
  readonly title: string
  readonly value: string
  readonly fault: string | null
  readonly remedy: string | null
}

export function statusText(line: StatusLine, words: StatusWords): StatusText {
  const values = shownValues(line, words)
  const { say } = words
  return {
    title: say(`status.line.${line.key}`, values),
    value: say(`status.value.${line.key}`, values),
    fault: line.fault === undefined ? null : say(`status.fault.${line.fault}`, values),
    remedy: line.fault === undefined ? null : say(`status.remedy.${line.fault}`, values),
  }
}
