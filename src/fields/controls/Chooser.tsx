import { ChevronDown } from 'lucide'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { OptionList } from '../options/OptionList.tsx'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'
import { useChooser } from './useChooser.ts'

export function Chooser(props: ControlProps) {
  const { id, name, label, onChange } = props
  const text = useText()
  const { inputProps, input, typed, list, listId, choose, pick } = useChooser(props, {
    take: (parsed, entered) => {
      // Invalid text stays in the field with its error.
      if ('fieldError' in parsed) onChange(entered, entered)
      else onChange(parsed.value, parsed.label)
    },
    clear: () => onChange(null, null),
  })
  return (
    <span className={styles.box}>
      <input
        {...inputProps}
        id={id}
        className={styles.input}
        data-name={name}
        value={typed ?? label}
        onFocus={event => event.currentTarget.select()}
        // Pointers open the choices, Tab does not.
        onPointerUp={event => {
          if (event.button === 0 && !list.open) pick()
        }}
      />
      <button
        type="button"
        className={styles.open}
        tabIndex={-1}
        aria-label={text('tables.choose')}
        onMouseDown={event => {
          event.preventDefault()
          input.current?.focus()
          pick()
        }}
      >
        <Drawing of={ChevronDown} size={14} />
      </button>
      {list.open ? <OptionList id={listId} list={list} anchor={input.current} onChoose={choose} /> : null}
    </span>
  )
}
