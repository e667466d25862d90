import { Popover } from '@base-ui/react/popover'
import { useId, useRef, useState } from 'react'
import type { Values } from '#contract/schema/field.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { execute } from '../../commands/gate/execute.ts'
import controls from '../../ui/controls.module.css'
import { useSyncFocus } from '../../ui/keyboard/useSyncFocus.ts'
import { useText } from '../../ui/useText.ts'
import { entriesOf } from '../commands/commands.ts'
import styles from './RichText.module.css'

interface Props {
  readonly name: string
  readonly anchor: Element | null
  onClose(): void
  focusText(): void
}

export function AskForm({ name, anchor, onClose, focusText }: Props) {
  const text = useText()
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  useSyncFocus({ open: true, frame, first: () => first.current, close: onClose })
  const wanted = entriesOf[name] ?? []
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [wrong, setWrong] = useState<readonly string[]>([])
  const command = findCommand(`editor.${name}`)
  const entered = (entry: (typeof wanted)[number]) => entry.read(typed[entry.name] ?? entry.standard)
  const submit = () => {
    const fieldErrors = wanted.filter(entry => entered(entry) === null).map(entry => entry.name)
    setWrong(fieldErrors)
    if (fieldErrors.length > 0) return
    const given = wanted.map(entry => [entry.name, entered(entry)] as const).filter(([, value]) => value !== '')
    onClose()
    focusText()
    void execute(`editor.${name}`, Object.fromEntries(given) as Values, { surface: 'button' })
  }
  return (
    <Popover.Root open modal={false} onOpenChange={open => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner className={styles.formPlace} anchor={anchor} align="start" side="bottom" sideOffset={4}>
          <Popover.Popup
            ref={frame}
            className={styles.form}
            aria-label={command && commandTitle(command)}
            initialFocus={first}
            finalFocus={() => {
              focusText()
              return false
            }}
            data-asking={name}
          >
            <form
              noValidate
              onKeyDown={event => {
                // Enter must not reach the surrounding record form.
                if (event.key === 'Enter') event.stopPropagation()
              }}
              onSubmit={event => {
                event.preventDefault()
                event.stopPropagation()
                submit()
              }}
            >
              {wanted.map((entry, at) => (
                <div key={entry.name} className={controls.field}>
                  <label className={controls.label} htmlFor={`${id}-${entry.name}`}>
                    {text(entry.label)}
                  </label>
                  <input
                    ref={at === 0 ? first : undefined}
                    id={`${id}-${entry.name}`}
                    name={entry.name}
                    className={controls.input}
                    autoComplete="off"
                    value={typed[entry.name] ?? entry.standard}
                    aria-invalid={wrong.includes(entry.name) || undefined}
                    onFocus={event => event.currentTarget.select()}
                    onChange={event => setTyped(before => ({ ...before, [entry.name]: event.target.value }))}
                  />
                </div>
              ))}
              <button type="submit" className={controls.primary}>
                {text('editor.insert')}
              </button>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
