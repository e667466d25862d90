import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { localeAtom } from '../../data/language.ts'
import { useText } from '../../ui/useText.ts'
import controlStyles from '../controls/Control.module.css'
import type { ControlProps } from '../controls/control.ts'
import { TextControl } from '../controls/TextControl.tsx'
import type { Choice } from '../options/options.ts'
import { weekdayNamed } from './frequent.ts'
import { PartChooser } from './PartChooser.tsx'
import { cronOf, frequencies, partsOf, readTime, type ScheduleParts, timeOf, usualParts } from './parts.ts'
import styles from './Schedule.module.css'
import { ScheduleNote } from './ScheduleNote.tsx'

const custom = 'custom'

/** Divisors of the hour: their distance holds over its end. */
const counts = [5, 10, 15, 20, 30]

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

const choicesOf = (values: readonly number[], labelOf: (value: number) => string): readonly Choice[] =>
  values.map(value => ({ value, label: labelOf(value) }))

/** Schedule in words: how often and when; its cron text only where they do not suffice. */
export function ScheduleControl(props: ControlProps) {
  const { id, value, invalid, onChange } = props
  const text = useText()
  const cron = String(value ?? '')
  const parts = partsOf(cron)
  const [isChosen, setChosen] = useState(parts === null)
  const isCustom = isChosen || parts === null
  const chosen = parts ?? usualParts
  const choices = useMemo(
    () => [...frequencies, custom].map((each): Choice => ({ value: each, label: text(`schedule.every.${each}`) })),
    [text],
  )
  return (
    <div className={styles.control}>
      {isCustom ? <TextControl {...props} /> : null}
      <div className={styles.parts} data-frequency={isCustom ? custom : chosen.frequency}>
        <PartChooser
          id={isCustom ? `${id}-frequency` : id}
          name="frequency"
          title={text('schedule.frequency')}
          value={isCustom ? custom : chosen.frequency}
          choices={choices}
          onChange={each => {
            setChosen(each === custom)
            const frequency = frequencies.find(one => one === each)
            if (frequency) onChange(cronOf({ ...chosen, frequency }))
          }}
        />
        {isCustom ? null : (
          <Parts id={id} parts={chosen} onChange={patch => onChange(cronOf({ ...chosen, ...patch }))} />
        )}
      </div>
      {isCustom && !invalid ? <p className={styles.note}>{text('schedule.hint')}</p> : null}
      <ScheduleNote cron={cron} isInvalid={invalid} hasWords={isCustom} />
    </div>
  )
}

interface PartsProps {
  readonly id: string
  readonly parts: ScheduleParts
  onChange(patch: Partial<ScheduleParts>): void
}

function Parts({ id, parts, onChange }: PartsProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const { frequency } = parts
  const ofNumber = (part: 'count' | 'minute' | 'day' | 'weekday', choices: readonly Choice[]) => (
    <PartChooser
      key={part}
      id={`${id}-${part}`}
      name={part}
      title={text(`schedule.part.${part}`)}
      value={parts[part]}
      choices={choices}
      onChange={value => onChange({ [part]: value })}
    />
  )
  const own = [...new Set([...counts, parts.count])].sort((a, b) => a - b)
  if (frequency === 'minutes')
    return ofNumber(
      'count',
      choicesOf(own, count => text('schedule.minutes', { count })),
    )
  if (frequency === 'hourly')
    return ofNumber(
      'minute',
      choicesOf(numbers(0, 59), minute => text('schedule.minute', { minute })),
    )
  return (
    <>
      {frequency === 'weekly'
        ? ofNumber(
            'weekday',
            choicesOf([1, 2, 3, 4, 5, 6, 0], weekday => weekdayNamed(weekday, locale)),
          )
        : null}
      {frequency === 'monthly'
        ? ofNumber(
            'day',
            choicesOf(numbers(1, 28), day => text('schedule.day', { day })),
          )
        : null}
      <TimeInput parts={parts} onChange={onChange} />
    </>
  )
}

function TimeInput({ parts, onChange }: Omit<PartsProps, 'id'>) {
  const text = useText()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      className={`${controlStyles.input} ${styles.time}`}
      data-name="time"
      value={typed ?? timeOf(parts)}
      aria-label={text('schedule.part.time')}
      title={text('schedule.part.time')}
      aria-invalid={(typed !== null && readTime(typed) === null) || undefined}
      inputMode="numeric"
      autoComplete="off"
      onChange={event => {
        setTyped(event.target.value)
        const time = readTime(event.target.value)
        if (time) onChange(time)
      }}
      onFocus={event => event.currentTarget.select()}
      onBlur={() => setTyped(null)}
    />
  )
}
