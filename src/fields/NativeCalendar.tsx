import type { RefObject } from 'react'
import styles from './Cells.module.css'
import { dayOf } from './days.ts'

interface Props {
  readonly calendar: RefObject<HTMLInputElement | null>
  readonly isMoment: boolean
  onPick(text: string): void
}

/** Native calendar with its own keys: the UI library has none. */
export function NativeCalendar({ calendar, isMoment, onPick }: Props) {
  return (
    <input
      ref={calendar}
      className={styles.calendar}
      type={isMoment ? 'datetime-local' : 'date'}
      tabIndex={-1}
      aria-hidden="true"
      onChange={event => {
        if (event.target.value !== '') onPick(event.target.value.replace('T', ' '))
      }}
    />
  )
}

const two = (value: number) => String(value).padStart(2, '0')

export function showCalendar(calendar: HTMLInputElement | null, value: unknown): void {
  if (!calendar) return
  const isMoment = calendar.type === 'datetime-local'
  const moment = new Date(String(value ?? ''))
  const isKnown = !Number.isNaN(moment.getTime())
  calendar.value = !isKnown
    ? ''
    : isMoment
      ? `${dayOf(moment)}T${two(moment.getHours())}:${two(moment.getMinutes())}`
      : String(value)
  calendar.showPicker()
}
