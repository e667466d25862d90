import { type KeyboardEvent, useState } from 'react'
import { editorCommands } from '../../commands/builtins/editorCommands.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './RichText.module.css'

const groups: readonly (readonly string[])[] = [
  ['source', 'undo', 'redo'],
  ['bold', 'italic', 'underline', 'strikethrough', 'fontColour', 'backgroundColour', 'clear'],
  ['heading', 'fontFamily', 'fontSize'],
  ['alignLeft', 'alignCentre', 'alignRight', 'alignJustify', 'indent', 'spaceBefore', 'spaceAfter', 'lineHeight'],
  ['bullets', 'numbers', 'quote', 'rule'],
  ['link', 'unlink'],
  ['image', 'emoticon', 'video', 'attachment', 'code', 'inlineCode', 'table'],
]
const ofTables = editorCommands
  .map(({ id }) => id.slice('editor.'.length))
  .filter(name => /^(row|column|delete|merge|split)/.test(name))

interface Props {
  readonly label: string
  readonly standing: Readonly<Record<string, unknown>>
  readonly isSource: boolean
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Arrow navigation along the buttons, cyclic. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-command]')]
  const at = buttons.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  buttons.at((at + step) % buttons.length)?.focus()
}

/** Editor toolbar; active toggles look pressed. */
export function EditorToolbar({ label, standing, isSource }: Props) {
  const shown = standing.inTable === true && !isSource ? [...groups, ofTables] : groups
  // Single tab stop (WAI-ARIA toolbar pattern), remembering the last button.
  const [entered, setEntered] = useState('source')
  const stop = shown.some(names => names.includes(entered)) ? entered : 'source'
  return (
    <div
      className={styles.toolbar}
      role="toolbar"
      aria-label={label}
      // Focus stays in the text on toolbar clicks.
      onMouseDown={event => event.preventDefault()}
      onFocus={({ target }) => setEntered(target.dataset.command?.slice('editor.'.length) ?? stop)}
      onKeyDown={goAlong}
    >
      {shown.map(names => (
        <span key={names[0]} className={styles.group}>
          {names.map(name => {
            const on = name === 'source' ? isSource : standing[name]
            return (
              <Button
                key={name}
                command={`editor.${name}`}
                look="iconButton"
                isPassed={name !== stop}
                {...(typeof on === 'boolean' ? { isPressed: on } : {})}
              />
            )
          })}
        </span>
      ))}
    </div>
  )
}
