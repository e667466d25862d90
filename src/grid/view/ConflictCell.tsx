import type { MouseEvent } from 'react'
import type { Locale } from '#contract/messages/locales.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { keysOf } from '../../commands/keys/keyBindings.ts'
import { momentHint } from '../../data/plantClock.ts'
import type { RowValues } from '../../data/records/row.ts'
import { showInstant } from '../../fields/days.ts'
import { Button } from '../../ui/Button.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useText } from '../../ui/useText.ts'
import { fieldOf, type GridColumn } from '../state/column.ts'
import type { Theirs } from '../state/source.ts'
import styles from './ConflictCell.module.css'

interface ValueProps {
  readonly column: GridColumn
  readonly row: RowValues
  readonly locale: Locale
}

function Shown({ column, row, locale }: ValueProps) {
  const text = useText()
  const value = row[column.id]
  return isEmpty(value) ? text('drafts.empty') : column.kind.show(value, row, fieldOf(column), locale, column.id)
}

export function TheirValue(props: ValueProps) {
  return (
    <span className={styles.theirs} data-theirs="">
      <span aria-hidden="true">⇄</span>
      <span className={styles.value}>
        <Shown {...props} />
      </span>
    </span>
  )
}

const decisions = ['grid.takeMine', 'grid.takeTheirs'] as const

interface NoteProps extends ValueProps {
  readonly theirs: Theirs
}

/** Conflict of the active cell: both values, author, time, choices. */
export function ConflictNote({ column, row, theirs, locale }: NoteProps) {
  const text = useText()
  const isGone = theirs.when === null
  // Focus stays in the grid.
  const stay = (event: MouseEvent) => event.preventDefault()
  return (
    <section className={styles.note} aria-live="polite" aria-label={column.title} onMouseDown={stay}>
      <span className={styles.title}>⇄ {column.title}</span>
      <span className={styles.side}>
        {text('drafts.mineIs')} <Shown column={column} row={row} locale={locale} />
      </span>
      <span className={styles.side}>
        {isGone ? (
          text('fault.removed')
        ) : (
          <>
            {theirs.who ?? text('drafts.somebody')}{' '}
            {theirs.when ? (
              <time dateTime={String(theirs.when)} title={momentHint(String(theirs.when))}>
                {showInstant(theirs.when)}
              </time>
            ) : null}{' '}
            <Shown column={column} row={theirs.row} locale={locale} />
          </>
        )}
      </span>
      {decisions.map(id => {
        const command = findCommand(id)
        const key = command && keysOf(command)[0]?.seq
        return (
          <span className={styles.decision} key={id}>
            <Button command={id} look="quiet" />
            {key ? <KeyCaps keys={key} /> : null}
          </span>
        )
      })}
    </section>
  )
}
