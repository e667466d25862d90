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
  onStroke(stroke: string): void
  onStrokes(strokes: readonly string[]): void
  onLeave(): void
}

/** Shortcut search by name, pressed combination, or any key in listening mode. */
export function KeySheetSearch(props: KeySheetSearchProps) {
  const { input, text: typed, strokes, onText, onStroke, onStrokes, onLeave } = props
  const text = useText()
  const [isPressing, setPressing] = useState(false)
  const recorder = useRef<HTMLButtonElement>(null)

  const isFirst = useRef(true)
  useEffect(() => {
    // Initial focus is the dialog's.
    if (!isFirst.current) (isPressing ? recorder : input).current?.focus()
    isFirst.current = false
  }, [isPressing, input])

  const listen = (isOn: boolean) => {
    setPressing(isOn)
    onStrokes([])
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const os = currentOs()
    // No strokes during IME composition.
    const [stroke] = strokesOf(event.nativeEvent, os)
    if (stroke === undefined) return
    if (stroke === 'down' || stroke === 'enter') onLeave()
    else if (stroke === 'backspace' && strokes.length > 0) onStrokes([])
    // Browser keys such as reload stay native.
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
