import { Ellipsis } from 'lucide'
import { type KeyboardEvent, useId, useState } from 'react'
import { editorCommands } from '../../commands/builtins/editorCommands.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './RichText.module.css'

/** First of each group, in catalogue order; tables last. */
const firsts = ['source', 'bold', 'heading', 'alignLeft', 'bullets', 'link', 'image', 'rowAbove']
const names = editorCommands.filter(({ icon }) => icon !== undefined).map(({ id }) => id.slice('editor.'.length))
const groups = firsts.map((first, at) => {
  const next = names.indexOf(firsts[at + 1] ?? '')
  return names.slice(names.indexOf(first), next < 0 ? undefined : next)
})

/** Tools in front; the others unfold. */
const frequent: readonly (readonly string[])[] = [
  ['heading'],
  ['bold', 'italic', 'underline', 'fontColour'],
  ['bullets', 'numbers'],
  ['link', 'image', 'table'],
]
const brief: readonly (readonly string[])[] = [
  ['bold', 'italic', 'underline'],
  ['bullets', 'link'],
]
const tables = groups.slice(-1)
const without = (shown: readonly (readonly string[])[]) =>
  groups
    .slice(0, -1)
    .map(group => group.filter(name => !shown.some(each => each.includes(name))))
    .filter(group => group.length > 0)

interface Props {
  readonly label: string
  readonly isBrief: boolean
  readonly standing: Readonly<Record<string, unknown>>
  readonly isSource: boolean
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Arrow navigation along the buttons, cyclic. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = buttons.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  buttons.at((at + step) % buttons.length)?.focus()
}

/** Editor toolbar; active toggles look pressed. */
export function EditorToolbar({ label, isBrief, standing, isSource }: Props) {
  const text = useText()
  const [isUnfolded, setUnfolded] = useState(false)
  const rest = useId()
  const isWhole = isUnfolded || isSource
  const first = isBrief ? brief : frequent
  const further = [...(isWhole ? without(first) : []), ...(standing.inTable === true && !isSource ? tables : [])]
  const shown = [...first, ...further]
  // Single tab stop (WAI-ARIA toolbar pattern), remembering the last button.
  const [entered, setEntered] = useState('source')
  const stop = shown.some(group => group.includes(entered)) ? entered : (shown[0]?.[0] ?? entered)
  const drawn = (group: readonly string[]) => (
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
  )
  return (
    <div
      className={styles.toolbar}
      role="toolbar"
      data-folded={further.length === 0 || undefined}
      aria-label={label}
      // Focus stays in the text on toolbar clicks.
      onMouseDown={event => event.preventDefault()}
      onFocus={({ target }) => setEntered(target.dataset.command?.slice('editor.'.length) ?? stop)}
      onKeyDown={goAlong}
    >
      <span className={styles.tools}>
        {first.map(drawn)}
        {isSource ? null : (
          <button
            type="button"
            className={`${controls.iconButton} ${styles.unfold}`}
            tabIndex={-1}
            aria-label={text('tables.more')}
            title={text('tables.more')}
            aria-expanded={isUnfolded}
            aria-controls={rest}
            data-more-tools
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <Drawing of={Ellipsis} size={16} />
          </button>
        )}
      </span>
      <span className={styles.tools} id={rest} hidden={further.length === 0}>
        {further.map(drawn)}
      </span>
    </div>
  )
}
