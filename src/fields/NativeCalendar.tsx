import type { RefObject } from 'react'
import styles from './Cells.module.css'
import { showInstant } from './days.ts'

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

export function showCalendar(calendar: HTMLInputElement | null, value: unknown): void {
  if (!calendar) return
  const isMoment = calendar.type === 'datetime-local'
  const isKnown = !Number.isNaN(Date.parse(String(value ?? '')))
  calendar.value = !isKnown ? '' : isMoment ? showInstant(value).replace(' ', 'T') : String(value)
  calendar.showPicker()
}
