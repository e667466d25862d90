import { Keyboard, X } from 'lucide'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { currentOs } from '../../commands/keys/keyBindings.ts'
import { strokesOf, worksInText } from '../../commands/keys/keyStroke.ts'
import { keepersOf } from '../../commands/keys/reservedKeys.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useText } from '../../ui/useText.ts'
import { KeyRecorder } from './KeyRecorder.tsx'
import styles from './KeySheet.module.css'

interface KeySheetSearchProps {
  input: RefObject<HTMLInputElement | null>
  text: string
  strokes: readonly string[]
  onText(text: string): void
  /** One more stroke, pressed in the field itself. */
  onStroke(stroke: string): void
  onStrokes(strokes: readonly string[]): void
  /** On to what was found. */
  onLeave(): void
}

/** Looks for keys by a name, by a combination pressed in the field, or by any key while it only listens. */
export function KeySheetSearch(props: KeySheetSearchProps) {
  const { input, text: typed, strokes, onText, onStroke, onStrokes, onLeave } = props
  const text = useText()
  const [isPressing, setPressing] = useState(false)
  const recorder = useRef<HTMLButtonElement>(null)

  const isFirst = useRef(true)
  useEffect(() => {
    // The dialog itself says what has the focus at first.
    if (!isFirst.current) (isPressing ? recorder : input).current?.focus()
    isFirst.current = false
  }, [isPressing, input])

  const listen = (isOn: boolean) => {
    setPressing(isOn)
    onStrokes([])
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const os = currentOs()
    // None while an input method composes.
    const [stroke] = strokesOf(event.nativeEvent, os)
    if (stroke === undefined) return
    if (stroke === 'down' || stroke === 'enter') onLeave()
    else if (stroke === 'backspace' && strokes.length > 0) onStrokes([])
    // Reloading and the like stay what they are.
    else if (worksInText(stroke) && keepersOf(stroke, os).length === 0) onStroke(stroke)
    else return
    event.preventDefault()
  }

  return (
    <search className={styles.search}>
      {isPressing ? (
        <KeyRecorder
          field={recorder}
          label={text('keys.sheet.pressing')}
          strokes={strokes}
          onStrokes={onStrokes}
          onCancel={() => listen(false)}
        />
      ) : (
        <span className={styles.field}>
          {strokes.length > 0 ? <KeyCaps keys={strokes.join(' ')} /> : null}
          <input
            ref={input}
            className={styles.input}
            type="text"
            value={typed}
            placeholder={strokes.length > 0 ? '' : text('keys.sheet.search')}
            aria-label={text('keys.sheet.search')}
            onChange={event => onText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </span>
      )}
      <button type="button" className={controls.quiet} aria-pressed={isPressing} onClick={() => listen(!isPressing)}>
        {isPressing ? <Drawing of={X} size={15} /> : <Drawing of={Keyboard} size={15} />}
        {text('keys.sheet.press')}
      </button>
    </search>
  )
}
