/** Option rows of a prompt: choices, ticked items, interpreted dates. */

import { Check } from 'lucide'
import type { Locale } from '#contract/messages/locales.ts'
import type { QuantityRules } from '#contract/schema/quantity.ts'
import { text } from '../../data/language.ts'
import { dayOf } from '../../data/plantClock.ts'
import { parseDay } from '../../fields/days.ts'
import { Tag } from '../../fields/Tag.tsx'
import { Drawing } from '../../ui/icons/icons.tsx'
import styles from './Palette.module.css'
import { longTitle, type PaneItem } from './state/pane.ts'
import { type FieldStep, readEntry, type StepOption } from './state/steps.ts'

const days = ['today', 'tomorrow', 'yesterday'] as const

const weekday = (day: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Shortcuts for dates: common days, or the interpreted shorthand. */
export function suggestionsOf(
  step: FieldStep,
  typed: string,
  locale: Locale,
  rules?: QuantityRules,
): readonly StepOption[] {
  const isDay = step.field.kind === 'date'
  if (typed.trim() === '') {
    if (!isDay) return []
    const today = dayOf(new Date())
    return days.flatMap(name => {
      const value = parseDay(name, today)
      const detail = value === null ? '' : `${text(`palette.day.${name}`)} · ${weekday(value, locale)}`
      return value === null ? [] : [{ value, label: value, detail }]
    })
  }
  if (step.field.kind === 'secret') return []
  const read = readEntry(step, typed, false, locale, rules)
  if ('fieldError' in read || read.label === typed.trim()) return []
  const day = isDay && typeof read.value === 'string' ? { detail: weekday(read.value, locale) } : {}
  return [{ value: read.value, label: read.label, ...day }]
}

export function itemsOf(
  options: readonly StepOption[],
  ticked: ReadonlyMap<unknown, StepOption> | null,
): readonly PaneItem[] {
  const itemOf = (option: StepOption, group?: string): PaneItem => ({
    id: String(option.value),
    ...(group === undefined ? {} : { group }),
    ...(ticked ? { isTicked: ticked.has(option.value) } : {}),
    draw: () => <OptionRow option={option} isTicked={ticked?.has(option.value)} />,
  })
  const listed = new Set(options.map(({ value }) => value))
  const others = [...(ticked?.values() ?? [])].filter(({ value }) => !listed.has(value))
  return [
    ...options.map(option => itemOf(option)),
    ...others.map(option => itemOf(option, text('palette.ticked', { count: others.length }))),
  ]
}

/** Option row: title, state, distinguishing detail. */
function OptionRow({ option, isTicked }: { option: StepOption; isTicked: boolean | undefined }) {
  const isShared = option.label.length > longTitle && Boolean(option.state || option.detail)
  return (
    <>
      {isTicked === undefined ? null : (
        <span className={styles.tick} data-on={isTicked || undefined}>
          {isTicked ? <Drawing of={Check} size={12} strokeWidth={3} /> : null}
        </span>
      )}
      <span className={styles.about} data-shared={isShared ? '' : undefined}>
        <span className={styles.title}>{option.label}</span>{' '}
        {option.state ? (
          <>
            <Tag tone={option.state.tone}>{option.state.title}</Tag>{' '}
          </>
        ) : null}
        <span className={styles.subtitle}>{option.detail}</span>
      </span>
    </>
  )
}
