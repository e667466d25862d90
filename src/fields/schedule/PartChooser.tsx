import { useMemo } from 'react'
import { longText } from '#contract/schema/field.ts'
import { Chooser } from '../controls/Chooser.tsx'
import { type Choice, searchChoices } from '../options/options.ts'

interface PartChooserProps {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly value: unknown
  readonly choices: readonly Choice[]
  onChange(value: unknown): void
}

const field = longText('')

/** Choice of one part of a schedule. */
export function PartChooser({ id, name, title, value, choices, onChange }: PartChooserProps) {
  const search = useMemo(() => (q: string) => searchChoices(choices, q), [choices])
  return (
    <Chooser
      id={id}
      name={name}
      field={field}
      row={{}}
      value={value}
      label={choices.find(choice => choice.value === value)?.label ?? ''}
      title={title}
      search={search}
      invalid={false}
      describedBy={undefined}
      onChange={chosen => {
        if (choices.some(choice => choice.value === chosen)) onChange(chosen)
      }}
    />
  )
}
