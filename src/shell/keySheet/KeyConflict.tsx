import type { Command } from '../../commands/core/command.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import type { When } from '../../commands/core/when.ts'
import { boundsAfter, type KeySurroundings } from '../../commands/keys/keyAssignment.ts'
import type { KeyChange } from '../../commands/keys/keyChanges.ts'
import type { Conflict } from '../../commands/keys/keyConflicts.ts'
import { text as textOf } from '../../data/api/messages.ts'
import controls from '../../ui/controls.module.css'
import { keyName } from '../../ui/keyboard/keyNames.ts'
import { useText } from '../../ui/useText.ts'
import styles from './KeyAssign.module.css'

/** Conflict resolution: others yield, or both stay with the new key scoped. */
export type ConflictChoice = { readonly kind: 'room' } | { readonly kind: 'both'; readonly place: string }

export interface KeyPlace {
  readonly name: string
  readonly when: When
}

const places: readonly KeyPlace[] = [
  { name: 'grid', when: { focus: ['grid', 'gridEditor'] } },
  { name: 'outside', when: { focus: ['page', 'sidebar', 'tabs'] } },
  { name: 'typing', when: { focus: ['text', 'richtext', 'gridEditor'] } },
  { name: 'chosen', when: { selection: { not: 'none' } } },
]

/** Possible scopes of the key, current page first. */
export function placesFor(
  command: Command,
  change: KeyChange,
  around: KeySurroundings,
  page: string,
): readonly KeyPlace[] {
  const here = { name: 'page', when: { page } }
  return [here, ...places].filter(({ when }) => boundsAfter(command, { ...change, when }, around).length > 0)
}

const mostNamed = 4

function sentence({ second, kind }: Conflict): string {
  const command = findCommand(second.command)
  const values = { keys: keyName(second.strokes.join(' ')), title: command ? commandTitle(command) : second.command }
  return textOf(kind === 'same' ? 'keys.dialog.isUsed' : 'keys.dialog.begins', values)
}

interface KeyConflictProps {
  conflicts: readonly Conflict[]
  swapped: Command | undefined
  was: string | undefined
  places: readonly KeyPlace[]
  choice: ConflictChoice
  onChoice(choice: ConflictChoice): void
}

export function KeyConflict({ conflicts, swapped, was, places: offered, choice, onChoice }: KeyConflictProps) {
  const text = useText()
  const left = conflicts.length - mostNamed
  return (
    <div className={styles.conflict}>
      <ul className={styles.ways}>
        {conflicts.slice(0, mostNamed).map(conflict => (
          <li key={`${conflict.second.command} ${conflict.second.strokes.join(' ')}`}>{sentence(conflict)}</li>
        ))}
        {left > 0 ? <li>{text('keys.dialog.more', { count: left })}</li> : null}
      </ul>
      <label className={styles.choice}>
        <input
          type="radio"
          name="conflict"
          checked={choice.kind === 'room'}
          onChange={() => onChoice({ kind: 'room' })}
        />
        {swapped && was !== undefined
          ? text('keys.dialog.swap', { title: commandTitle(swapped), keys: keyName(was) })
          : text('keys.dialog.take')}
      </label>
      {offered.length > 0 ? (
        <label className={styles.choice}>
          <input
            type="radio"
            name="conflict"
            checked={choice.kind === 'both'}
            onChange={() => onChoice({ kind: 'both', place: offered[0]?.name ?? '' })}
          />
          {text('keys.dialog.both')}
          <select
            className={controls.input}
            aria-label={text('keys.dialog.where')}
            value={choice.kind === 'both' ? choice.place : offered[0]?.name}
            onChange={event => onChoice({ kind: 'both', place: event.target.value })}
          >
            {offered.map(({ name, when }) => (
              <option key={name} value={name}>
                {text(`keys.where.${name}`, 'page' in when ? { page: text(String(when.page)) } : {})}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  )
}
