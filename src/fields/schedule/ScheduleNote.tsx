import { useAtomValue } from 'jotai'
import { timeZoneAtom } from '../../data/timeZone.ts'
import { useText } from '../../ui/useText.ts'
import { showInstant } from '../days.ts'
import styles from './Schedule.module.css'
import { ScheduleText, useCronWords } from './ScheduleText.tsx'

interface ScheduleNoteProps {
  readonly cron: string
  /** Refusal that the field shows itself. */
  readonly isInvalid: boolean
  /** Words, or the cron text where the field itself says them. */
  readonly hasWords: boolean
}

/** Next run of a schedule, with its words or its cron text. */
export function ScheduleNote({ cron, isInvalid, hasWords }: ScheduleNoteProps) {
  const text = useText()
  const zone = useAtomValue(timeZoneAtom)
  const words = useCronWords(cron !== '')
  const next = words && cron !== '' ? words.nextRun(cron, zone) : undefined
  const said = [
    next === null ? text('schedule.never') : null,
    next && zone ? text('schedule.next', { time: showInstant(next.toISOString()), zone }) : null,
  ].filter(part => part !== null)
  return (
    <div className={styles.note} data-schedule>
      {!words || cron === '' || isInvalid ? null : (
        <p role="status">
          {hasWords ? next === undefined ? text('fault.schedule') : <ScheduleText cron={cron} /> : null}
          {hasWords && said.length > 0 ? ' · ' : null}
          {said.join(' · ')}
          {hasWords ? null : <code className={styles.cron}>{cron}</code>}
        </p>
      )}
    </div>
  )
}
