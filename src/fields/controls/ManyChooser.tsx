import { X } from 'lucide'
import { shippedText } from '#contract/messages/shippedNames.ts'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { OptionList } from '../options/OptionList.tsx'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'
import { OpenButton } from './OpenButton.tsx'
import { useChooser } from './useChooser.ts'

interface ManyProps extends ControlProps {
  readonly labels: readonly string[]
}

/** Multi-select as chips; Backspace in the empty input removes the last. */
export function ManyChooser(props: ManyProps) {
  const { id, name, value, labels, invalid, onChange } = props
  const text = useText()
  const values = Array.isArray(value) ? (value as readonly unknown[]) : []
  const shown = (label: string) => shippedText(String(props.field.to), label, text)
  const put = (next: readonly { readonly value: unknown; readonly label: string }[]) =>
    onChange(
      next.map(one => one.value),
      next.map(one => one.label),
    )
  const chosen = values.map((one, index) => ({ value: one, label: labels[index] ?? String(one) }))
  const without = (gone: unknown) => put(chosen.filter(one => one.value !== gone))
  const { inputProps, input, typed, list, listId, choose, pick } = useChooser(props, {
    take: parsed => {
      if ('fieldError' in parsed) return
      if (values.includes(parsed.value)) without(parsed.value)
      else put([...chosen, { value: parsed.value, label: parsed.label ?? String(parsed.value) }])
    },
    onKey: (event, entered) => {
      if (event.key !== 'Backspace' || entered !== '' || chosen.length === 0) return false
      put(chosen.slice(0, -1))
      return true
    },
    stays: true,
  })
  return (
    <span className={styles.chips} data-invalid={invalid || undefined}>
      {chosen.map(one => (
        <span className={styles.chip} key={String(one.value)}>
          {shown(one.label)}
          <button
            type="button"
            className={styles.unchip}
            tabIndex={-1}
            aria-label={text('tables.remove', { name: shown(one.label) })}
            onClick={() => without(one.value)}
          >
            <Drawing of={X} size={12} />
          </button>
        </span>
      ))}
      <input
        {...inputProps}
        id={id}
        className={styles.bareInput}
        data-name={name}
        value={typed ?? ''}
        onClick={() => pick()}
      />
      <OpenButton input={input} onOpen={pick} />
      {list.open ? (
        <OptionList id={listId} list={list} anchor={input.current?.parentElement ?? null} onChoose={choose} />
      ) : null}
    </span>
  )
}
