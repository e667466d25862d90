import { type KeyboardEvent, useState } from 'react'
import { editorCommands } from '../../commands/builtins/editorCommands.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './RichText.module.css'

/** First of each group, in catalogue order; tables last. */
const firsts = ['source', 'bold', 'heading', 'alignLeft', 'bullets', 'link', 'image', 'rowAbove']
const names = editorCommands.filter(({ icon }) => icon !== undefined).map(({ id }) => id.slice('editor.'.length))
const groups = firsts.map((first, at) => {
  const next = names.indexOf(firsts[at + 1] ?? '')
  return names.slice(names.indexOf(first), next < 0 ? undefined : next)
})

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
  const shown = standing.inTable === true && !isSource ? groups : groups.slice(0, -1)
  // Single tab stop (WAI-ARIA toolbar pattern), remembering the last button.
  const [entered, setEntered] = useState('source')
  const stop = shown.some(group => group.includes(entered)) ? entered : 'source'
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
      {shown.map(group => (
        <span key={group[0]} className={styles.group}>
          {group.map(name => {
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
