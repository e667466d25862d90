import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { type Choice, exactIndex, resolveRecord } from '../cells/options.ts'
import { useText } from '../useText.ts'
import { ChoiceList } from './ChoiceList.tsx'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'
import { useChoices } from './useChoices.ts'

/** One code or one record, chosen by typing part of it. Tab takes what is highlighted or named outright. */
export function Chooser({ id, name, field, row, value, label, invalid, describedBy, onChange }: ControlProps) {
  const text = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [highlighted, setHighlighted] = useState<Choice | undefined>()
  const { choices, of } = useChoices(field, row, typed ?? '', isOpen)
  const isChosen = value !== null && value !== undefined && value !== ''
  const chosen: Choice | null = isChosen ? { value, label } : null

  const choose = (choice: Choice | null) => {
    setTyped(null)
    setOpen(false)
    onChange(choice?.value ?? null, choice?.label)
  }

  /** Leaving with something typed: never lose it silently. */
  const settle = () => {
    if (typed === null) return
    if (typed.trim() === '') return choose(null)
    const isAnswered = of === typed
    const found = isAnswered ? (choices[exactIndex(choices, typed)] ?? highlighted ?? choices[0]) : undefined
    if (found) return choose(found)
    setTyped(null)
    setOpen(false)
    if (!field.to || isAnswered) return onChange(typed, typed)
    // The answer is still on its way: the text stands in the field until it is known what it means.
    onChange(typed, typed)
    resolveRecord(field, row, typed).then(
      parsed => {
        if ('value' in parsed) onChange(parsed.value, parsed.label)
      },
      () => undefined,
    )
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') settle()
  }

  return (
    <Combobox.Root
      items={choices}
      filter={null}
      autoHighlight
      value={chosen}
      isItemEqualToValue={(item: Choice, other: Choice) => item.value === other.value}
      inputValue={typed ?? label}
      open={isOpen}
      onOpenChange={setOpen}
      onInputValueChange={(next, details) => {
        if (details.reason === 'input-change' || details.reason === 'input-clear') setTyped(next)
      }}
      onValueChange={(next: Choice | null, details) => {
        if (details.reason === 'input-change' || details.reason === 'input-clear') return
        choose(next)
      }}
      onItemHighlighted={setHighlighted}
    >
      <Combobox.InputGroup className={styles.box}>
        <Combobox.Input
          id={id}
          className={styles.input}
          data-name={name}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onKeyDown={onKeyDown}
          onFocus={event => event.currentTarget.select()}
          onBlur={settle}
        />
        <Combobox.Trigger className={styles.open} tabIndex={-1} aria-label={text('tables.choose')}>
          <ChevronDown size={14} aria-hidden="true" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <ChoiceList isBusy={of !== (typed ?? '')} />
    </Combobox.Root>
  )
}
