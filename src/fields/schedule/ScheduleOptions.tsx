import { useAtomValue } from 'jotai'
import { localeAtom } from '../../data/language.ts'
import { useText } from '../../ui/useText.ts'
import { frequentOf } from './frequent.ts'
import styles from './Schedule.module.css'

interface ScheduleOptionsProps {
  readonly options: readonly string[]
  readonly cron: string
  onChange(cron: string): void
}

export function ScheduleOptions({ options, cron, onChange }: ScheduleOptionsProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  return (
    <select
      className={styles.select}
      aria-label={text('schedule.frequent')}
      value={options.includes(cron) ? cron : ''}
      onChange={event => onChange(event.target.value)}
    >
      <option value="" disabled>
        {text('schedule.frequent')}
      </option>
      {options.map(option => {
        const frequent = frequentOf(option, locale)
        return (
          <option key={option} value={option}>
            {frequent ? text(`schedule.${frequent.kind}`, frequent.values) : option}
          </option>
        )
      })}
    </select>
  )
}
