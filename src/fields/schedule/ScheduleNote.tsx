import { useAtomValue } from 'jotai'
import type { RowValues } from '../../data/records/row.ts'
import { timeZoneAtom } from '../../data/timeZone.ts'
import { useText } from '../../ui/useText.ts'
import { showInstant } from '../days.ts'
import { offered } from './frequent.ts'
import styles from './Schedule.module.css'
import { ScheduleOptions } from './ScheduleOptions.tsx'
import { ScheduleText, useCronWords } from './ScheduleText.tsx'

interface ScheduleNoteProps {
  readonly name: string
  readonly row: RowValues
  /** Refusal that the field shows itself. */
  readonly error: string | undefined
  readonly isReadOnly: boolean
  onChange(patch: RowValues): void
}

/** Words and next run of a schedule; frequent ones to choose. */
export function ScheduleNote({ name, row, error, isReadOnly, onChange }: ScheduleNoteProps) {
  const text = useText()
  const cron = String(row[name] ?? '')
  const zone = useAtomValue(timeZoneAtom)
  const words = useCronWords(cron !== '')
  const next = words && cron !== '' ? words.nextRun(cron, zone) : undefined
  return (
    <div className={styles.note} data-schedule>
      {!words || cron === '' || error !== undefined ? null : (
        <p role="status">
          {next === undefined ? text('fault.schedule') : <ScheduleText cron={cron} />}
          {next === null ? ` · ${text('schedule.never')}` : null}
          {next && zone ? ` · ${text('schedule.next', { time: showInstant(next.toISOString()), zone })}` : null}
        </p>
      )}
      {isReadOnly ? null : (
        <ScheduleOptions options={offered} cron={cron} onChange={chosen => onChange({ [name]: chosen })} />
      )}
    </div>
  )
}
