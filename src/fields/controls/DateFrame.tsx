import { Calendar } from 'lucide'
import { type ReactNode, type RefObject, useState } from 'react'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { LazyCalendar } from '../calendar/LazyCalendar.tsx'
import type { Bounds } from '../calendar/possibleDays.ts'
import styles from './Control.module.css'

interface DateFrameProps {
  readonly input: ReactNode
  readonly element: RefObject<HTMLInputElement | null>
  readonly title: string | undefined
  readonly value: unknown
  readonly isMoment: boolean
  readonly bounds?: Bounds | undefined
  onPick(text: string): void
}

/** Typed field with its calendar: button, or Alt+Down. */
export function DateFrame({ input, element, ...about }: DateFrameProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the input within
    <span
      className={styles.box}
      onKeyDown={event => {
        if (!event.altKey || event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpen(true)
      }}
    >
      {input}
      <button
        type="button"
        className={styles.open}
        tabIndex={-1}
        aria-label={text('tables.calendar')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Drawing of={Calendar} size={14} />
      </button>
      {isOpen ? (
        <LazyCalendar
          {...about}
          anchor={element.current}
          owner={() => element.current}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </span>
  )
}
