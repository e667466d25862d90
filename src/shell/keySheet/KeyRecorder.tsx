import { type RefObject, useEffect, useRef, useState } from 'react'
import { currentOs } from '../../commands/keys/keyBindings.ts'
import { nothingRecorded, recordedWith, recordKeys } from '../../commands/keys/keyRecording.ts'
import { strokesOf } from '../../commands/keys/keyStroke.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { keyName } from '../../ui/keyboard/keyNames.ts'
import styles from './KeyRecorder.module.css'

interface KeyRecorderProps {
  label: string
  strokes: readonly string[]
  onStrokes(strokes: readonly string[]): void
  onAccept?(): void
  onCancel(): void
  field?: RefObject<HTMLButtonElement | null>
}

/** Key recorder, before handlers. Tab leaves; Escape clears, cancels when doubled. */
export function KeyRecorder({ label, strokes, onStrokes, onAccept, onCancel, field }: KeyRecorderProps) {
  const [isListening, setListening] = useState(false)
  const recording = useRef(nothingRecorded)
  const wasEscape = useRef(false)
  const latest = useRef({ strokes, onStrokes, onAccept, onCancel })
  latest.current = { strokes, onStrokes, onAccept, onCancel }

  useEffect(() => {
    if (!isListening) return
    return recordKeys(event => {
      const now = latest.current
      const [stroke] = strokesOf(event, currentOs())
      if (stroke === undefined || /^(shift\+)?tab$/.test(stroke)) return false
      const isSecondEscape = stroke === 'escape' && wasEscape.current
      wasEscape.current = stroke === 'escape'
      if (event.repeat) return true
      if (isSecondEscape) now.onCancel()
      else if (stroke === 'enter' && now.strokes.length > 0 && now.onAccept) now.onAccept()
      else if (stroke === 'escape' && now.strokes.length > 0) {
        recording.current = nothingRecorded
        now.onStrokes([])
      } else {
        recording.current = recordedWith(recording.current, stroke, Date.now())
        now.onStrokes(recording.current.strokes)
      }
      return true
    })
  }, [isListening])

  const seq = strokes.join(' ')
  return (
    <button
      ref={field}
      type="button"
      className={styles.recorder}
      aria-label={seq === '' ? label : `${label}: ${keyName(seq)}`}
      data-recorder
      onFocus={() => setListening(true)}
      onBlur={() => setListening(false)}
    >
      {seq === '' ? <span className={styles.label}>{label}</span> : <KeyCaps keys={seq} />}
    </button>
  )
}
