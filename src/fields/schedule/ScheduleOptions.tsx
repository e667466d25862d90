import { useAtomValue } from 'jotai'
import { useId, useMemo } from 'react'
import { longText } from '#contract/schema/field.ts'
import { localeAtom } from '../../data/language.ts'
import { useText } from '../../ui/useText.ts'
import { Chooser } from '../controls/Chooser.tsx'
import { type Choice, searchChoices } from '../options/options.ts'
import { frequentOf } from './frequent.ts'

interface ScheduleOptionsProps {
  readonly options: readonly string[]
  readonly cron: string
  onChange(cron: string): void
}

const field = longText('')

/** Frequent schedules by their words. */
export function ScheduleOptions({ options, cron, onChange }: ScheduleOptionsProps) {
  const text = useText()
  const id = useId()
  const locale = useAtomValue(localeAtom)
  const choices = useMemo(
    () =>
      options.map((option): Choice => {
        const frequent = frequentOf(option, locale)
        return { value: option, label: frequent ? text(`schedule.${frequent.kind}`, frequent.values) : option }
      }),
    [options, locale, text],
  )
  const search = useMemo(() => (q: string) => searchChoices(choices, q), [choices])
  return (
    <Chooser
      id={id}
      name="frequent"
      field={field}
      row={{}}
      value={cron}
      label={choices.find(({ value }) => value === cron)?.label ?? ''}
      title={text('schedule.frequent')}
      placeholder={text('schedule.frequent')}
      search={search}
      invalid={false}
      describedBy={undefined}
      onChange={value => {
        if (options.includes(String(value))) onChange(String(value))
      }}
    />
  )
}
