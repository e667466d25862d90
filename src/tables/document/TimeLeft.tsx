import { type Term, timeLeft, urgencyOf } from '#contract/recall/deadlines.ts'
import { momentHint } from '../../data/plantClock.ts'
import { useNow } from '../../ui/useNow.ts'
import { useText } from '../../ui/useText.ts'
import styles from './TimeLeft.module.css'

/** Server's time; `ahead` is its lead in milliseconds. */
export function useServerTime(ahead: number): string {
  return new Date(useNow() + ahead).toISOString()
}

/** Time left or overdue; the hint has the instant with its zone. */
export function TimeLeft({ term, now }: { term: Term; now: string }) {
  const text = useText()
  const { unit, isOver, ...parts } = timeLeft(term.at, now)
  const time = text(`timeLeft.${unit}`, parts)
  return (
    <time className={styles.time} dateTime={term.at} data-tone={urgencyOf(term, now)} title={momentHint(term.at)}>
      {text(isOver ? 'timeLeft.over' : 'timeLeft.left', { time })}
    </time>
  )
}
