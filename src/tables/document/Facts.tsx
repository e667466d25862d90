import { useAtomValue } from 'jotai'
import type { DueFact, Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { localeAtom } from '../../data/language.ts'
import { dayOf } from '../../data/plantClock.ts'
import type { RowValues } from '../../data/records/row.ts'
import { cells } from '../../fields/index.ts'
import controls from '../../ui/controls.module.css'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import { FieldValue } from '../form/FieldValue.tsx'
import styles from './Record.module.css'
import { TimeLeft, useServerTime } from './TimeLeft.tsx'

interface FactsProps {
  entity: Entity
  row: RowValues
}

/** Head of a record: facts of its definition, without empty ones. */
export function Facts({ entity, row }: FactsProps) {
  const text = useText()
  const shown = (entity.facts ?? []).flatMap(fact => {
    const due = typeof fact === 'string' ? { due: fact } : fact
    return isEmpty(row[due.due]) ? [] : [{ ...due, isDue: typeof fact !== 'string' }]
  })
  if (shown.length === 0) return null
  return (
    <dl className={styles.facts} data-facts>
      {shown.map(({ isDue, ...fact }) => (
        <div key={fact.due} data-fact={fact.due}>
          <dt>{text(`${entity.name}.${fact.due}`)}</dt>
          <dd>
            {isDue ? (
              <Due entity={entity} row={row} fact={fact} />
            ) : (
              <Value entity={entity} row={row} name={fact.due} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ entity, row, name }: FactsProps & { name: string }) {
  const field = entity.fields[name]
  return field ? <FieldValue name={name} field={field} fields={entity.fields} row={row} /> : null
}

/** Day marked once past; instant with the time left. */
function Due({ entity, row, fact: { due, from = '', done = '', enter } }: FactsProps & { fact: DueFact }) {
  const text = useText()
  const now = useServerTime(0)
  const at = String(row[due])
  const isOpen = isEmpty(row[done])
  const value = <Value entity={entity} row={row} name={due} />
  if (entity.fields[due]?.kind === 'date')
    return isOpen && at < dayOf(new Date(now)) ? <span data-over>{value}</span> : value
  return (
    <>
      {value}
      {isOpen ? <TimeLeft term={{ from: String(row[from] ?? at), at }} now={now} /> : null}
      {isOpen && enter ? (
        <PageLink className={controls.button} href={`/${entity.name}/${row.id}?field=${done}`} data-link="enterReport">
          {text(enter)}
        </PageLink>
      ) : null}
    </>
  )
}

export function RecordSubject({ entity, row }: FactsProps) {
  const locale = useAtomValue(localeAtom)
  const name = entity.subject ?? ''
  const field = entity.fields[name]
  if (!field || cells[field.kind].toText(row[name], row, field, locale, name) === '') return null
  return (
    <span className={styles.subject} data-subject>
      <Value entity={entity} row={row} name={name} />
    </span>
  )
}
