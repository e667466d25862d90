import { type MouseEvent, useRef } from 'react'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { fieldsAhead } from '#contract/shownFields.ts'
import { errorText, errorTitle } from '../../fields/errorText.ts'
import { enterFault } from '../../ui/keyboard/keyboard.ts'
import { useText } from '../../ui/useText.ts'
import styles from './Form.module.css'
import { controlNamed } from './formFocus.ts'

/** Links a bar has room for; one more leads through the rest. */
const maxLinks = 5

/** Path of a field, or of the line with the error. */
const placeOf = (path: string): string => path.split('.').slice(0, 2).join('.')

const maxFields = 1000

/** Order of reading: fields of the head, then lines, cells by column. */
function rankOf(entity: Entity, path: string): number {
  const [name = '', index, column] = path.split('.')
  const line = entity.lines[name]
  if (!line) return Object.keys(entity.fields).indexOf(name)
  const cell = column === undefined ? 0 : fieldsAhead(line).findIndex(([field]) => field === column)
  return (Number(index ?? 0) + 1) * maxFields + cell
}

/** Wrong field of a line's card, else card, else button to add. */
function enterCard(lines: HTMLElement, index = '', column = ''): void {
  const card = lines.querySelector(`[data-line-card="${CSS.escape(index)}"]`)
  const first = (card ?? lines).querySelector<HTMLElement>('summary, button')
  const target = (card && controlNamed(card, [column])) ?? first
  target?.focus()
}

/** Links to wrong fields and cells; many errors: one by line. */
export function FaultLinks({ entity, fieldErrors }: { entity: Entity; fieldErrors: FieldErrors }) {
  const text = useText()
  const paths = Object.keys(fieldErrors).sort((a, b) => rankOf(entity, a) - rankOf(entity, b))
  const names = paths.length > maxLinks ? [...new Set(paths.map(placeOf))] : paths
  const enter = (event: MouseEvent, place: string) => {
    const [name = '', index, column] = place.split('.')
    const record = event.currentTarget.closest('[data-record]')
    const lines = record?.querySelector<HTMLElement>(`[data-detail="${CSS.escape(name)}"]`)
    const grid = lines?.querySelector<HTMLElement>('[role=grid]')
    if (grid) void enterFault(grid, index, column)
    else if (lines) enterCard(lines, index, column)
    else if (record) controlNamed(record, [name])?.focus()
  }
  const faultsAt = (place: string) =>
    Object.entries(fieldErrors)
      .filter(([path]) => path === place || placeOf(path) === place)
      .map(([path, fieldError]) => `${errorTitle(text, entity, path)}: ${errorText(text, fieldError)}`)
      .join('\n')
  const titleOf = (place: string) => {
    const inLine = paths.find(path => path.startsWith(`${place}.`))
    return errorTitle(text, entity, inLine ?? place)
  }
  const rest = names.slice(maxLinks)
  const turn = useRef(0)
  const enterNext = (event: MouseEvent) => {
    enter(event, rest[turn.current % rest.length] ?? '')
    turn.current += 1
  }
  return (
    <>
      {names.slice(0, maxLinks).map(name => (
        <button
          key={name}
          type="button"
          className={styles.faultLink}
          data-fault-of={name}
          data-message={`${entity.name}.${name.split('.')[0]}`}
          title={faultsAt(name)}
          onClick={event => enter(event, name)}
        >
          {titleOf(name)}
        </button>
      ))}
      {rest.length > 0 ? (
        <button
          type="button"
          className={styles.faultLink}
          data-more-faults
          aria-label={text('tables.moreFaults', { count: rest.length })}
          title={rest.map(faultsAt).join('\n')}
          onClick={enterNext}
        >
          +{rest.length}
        </button>
      ) : null}
    </>
  )
}
