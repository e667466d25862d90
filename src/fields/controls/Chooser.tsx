import { OptionList } from '../options/OptionList.tsx'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'
import { OpenButton } from './OpenButton.tsx'
import { useChooser } from './useChooser.ts'

export function Chooser(props: ControlProps) {
  const { id, name, label, onChange } = props
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
        placeholder={props.placeholder}
        value={typed ?? label}
        onFocus={event => event.currentTarget.select()}
        // Pointers open the choices, Tab does not.
        onPointerUp={event => {
          if (event.button === 0 && !list.open) pick()
        }}
      />
      <OpenButton input={input} onOpen={pick} />
      {list.open ? <OptionList id={listId} list={list} anchor={input.current} onChoose={choose} /> : null}
    </span>
  )
}
