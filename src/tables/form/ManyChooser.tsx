import { Combobox } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Choice } from '../cells/options.ts'
import { useText } from '../useText.ts'
import { ChoiceList } from './ChoiceList.tsx'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'
import { useChoices } from './useChoices.ts'

interface ManyProps extends ControlProps {
  readonly labels: readonly string[]
}

/** Several codes or records, each a chip; Backspace in the empty input takes the last one back. */
export function ManyChooser({ id, name, field, row, value, labels, invalid, describedBy, onChange }: ManyProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { choices, of } = useChoices(field, row, typed, isOpen)
  const values = Array.isArray(value) ? (value as readonly unknown[]) : []
  const chosen: Choice[] = values.map((one, index) => ({ value: one, label: labels[index] ?? String(one) }))

  return (
    <Combobox.Root
      multiple
      items={choices}
      filter={null}
      autoHighlight
      value={chosen}
      isItemEqualToValue={(item: Choice, other: Choice) => item.value === other.value}
      inputValue={typed}
      open={isOpen}
      onOpenChange={next => {
        setOpen(next)
        if (!next) setTyped('')
      }}
      onInputValueChange={setTyped}
      onValueChange={(next: Choice[]) => {
        setTyped('')
        onChange(
          next.map(choice => choice.value),
          next.map(choice => choice.label),
        )
      }}
    >
      <Combobox.InputGroup className={styles.chips} data-invalid={invalid || undefined}>
        <Combobox.Chips className={styles.chipRow}>
          {chosen.map(choice => (
            <Combobox.Chip key={String(choice.value)} className={styles.chip} aria-label={choice.label}>
              {choice.label}
              <Combobox.ChipRemove className={styles.unchip} aria-label={text('tables.remove', { name: choice.label })}>
                <X size={12} aria-hidden="true" />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            id={id}
            className={styles.bareInput}
            data-name={name}
            autoComplete="off"
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      <ChoiceList isBusy={of !== typed} />
    </Combobox.Root>
  )
}
