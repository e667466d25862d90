import { type ReactNode, useState } from 'react'
import { shippedText } from '#contract/messages/shippedNames.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type Field, type Fields, isObject } from '#contract/schema/field.ts'
import type { HistoryChange, HistoryEntry } from '#contract/system/recordHistory.ts'
import { isSettingName, settings, settingValue } from '#contract/system/settings.ts'
import { valuesAt } from '../../data/records/auditHistory.ts'
import type { RowValues } from '../../data/records/row.ts'
import { membersInWords } from '../../fields/textCells.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import { FieldValue } from '../form/FieldValue.tsx'
import form from '../form/Form.module.css'
import styles from './AuditHistory.module.css'

/** Changes in sight; the others unfold. */
const maxInSight = 8

interface ChangesProps {
  entity: Entity
  row: RowValues
  entry: Pick<HistoryEntry, 'changes'> & { readonly action: string }
  /** Nothing folded. */
  isWhole?: boolean
}

function placeOf(row: RowValues, { lines = '', lineId }: HistoryChange): number | undefined {
  if (isObject(row.changes$lines)) return Number(row.changes$lines[`${lines}#${lineId}`] ?? 0) - 1
  const today = row[lines]
  return Array.isArray(today) ? (today as readonly RowValues[]).findIndex(({ id }) => String(id) === lineId) : undefined
}

/** Changes of an entry: those of the record, then line by line. */
export function Changes({ entity, row, entry, isWhole = false }: ChangesProps) {
  const text = useText()
  const { changes } = entry
  const isNew = entry.action === 'CREATE'
  if (changes.length === 0)
    return entry.action === 'UPDATE' ? <p className={styles.reason}>{text('history.unchanged')}</p> : null
  const groups = [...Map.groupBy(changes, ({ lines, lineId }) => (lines ? `${lines}#${lineId}` : ''))]
  const drawn = groups.map(([key, some]) => <Group key={key} entity={entity} row={row} changes={some} isNew={isNew} />)
  if (isWhole || (!isNew && changes.length <= maxInSight)) return drawn
  if (isNew) return <Folded title={text('history.first', { count: changes.length })}>{drawn}</Folded>
  const [first = [], ...others] = groups.map(([, some]) => some)
  const inSight = first.slice(0, maxInSight)
  const rest = first.slice(maxInSight)
  return (
    <>
      <Group entity={entity} row={row} changes={inSight} isNew={false} />
      <Folded title={text('history.rest', { count: changes.length - inSight.length })}>
        {[rest, ...others].map(some => {
          const [{ lines = '', lineId = '' } = {}] = some
          return some.length === 0 ? null : (
            <Group key={`${lines}#${lineId}`} entity={entity} row={row} changes={some} isNew={false} />
          )
        })}
      </Folded>
    </>
  )
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen ? children : null}
    </details>
  )
}

interface GroupProps {
  entity: Entity
  row: RowValues
  changes: readonly HistoryChange[]
  isNew: boolean
}

function Group({ entity, row, changes, isNew }: GroupProps) {
  const [first] = changes
  const line = first?.lines === undefined ? undefined : entity.lines[first.lines]
  const sides = { before: valuesAt(changes, 'before'), after: valuesAt(changes, 'after') }
  return (
    <>
      {line && first ? <LineTitle line={line} at={placeOf(row, first)} changes={changes} isNew={isNew} /> : null}
      <dl className={styles.changes}>
        {changes.map(change => (
          <Change key={change.field} entity={line ?? entity} row={row} sides={sides} change={change} />
        ))}
      </dl>
    </>
  )
}

interface LineTitleProps {
  line: Entity
  at: number | undefined
  changes: readonly HistoryChange[]
  isNew: boolean
}

function LineTitle({ line, at, changes, isNew }: LineTitleProps) {
  const text = useText()
  // Lines come and go with all their required fields.
  const isWhole = (side: 'before' | 'after') =>
    changes.every(change => change[side] === null) && changes.some(({ field }) => line.fields[field]?.required)
  const number = (at ?? -1) + 1
  const title =
    number > 0
      ? text('history.line', { number })
      : at === undefined
        ? `${text(line.name)} #${changes[0]?.lineId}`
        : text('history.oldLine')
  const event = isNew ? null : isWhole('before') ? 'added' : isWhole('after') ? 'removed' : null
  return (
    <p className={styles.line}>
      {title}
      {event ? ` · ${text(`history.${event}`)}` : null}
    </p>
  )
}

/** Field and value as the page of a setting shows them. */
function shownAs(entity: Entity, { key }: RowValues, name: string) {
  const setting = String(key)
  if (entity.name !== 'setting' || name !== 'value' || !isSettingName(setting)) return { field: entity.fields[name] }
  return { field: settings[setting].field, typed: (stored: unknown) => settingValue(setting, stored) }
}

interface ChangeProps {
  entity: Entity
  row: RowValues
  sides: Readonly<Record<'before' | 'after', RowValues>>
  change: HistoryChange
}

function Change({ entity, row, sides, change }: ChangeProps) {
  const text = useText()
  const { field, typed = (value: unknown) => value } = shownAs(entity, row, change.field)
  if (!field) return null
  const { fields } = entity
  const named = (id: unknown) => shippedText(String(field.to), labelIn(change.labels, id), text)
  const members = membersInWords(field, change.before, change.after, named)?.join('\n')
  const value = (side: 'before' | 'after') => (
    <Value
      name={change.field}
      field={field}
      fields={fields}
      row={sides[side]}
      value={typed(change[side])}
      labels={change.labels}
    />
  )
  return (
    <div className={styles.change} data-change={change.field}>
      <dt>{text(`${entity.name}.${change.field}`)}</dt>
      <dd>
        {change.hidden ? (
          <span className={styles.nothing}>{text('history.hidden')}</span>
        ) : change.text !== undefined ? (
          change.text
        ) : (
          (members ?? (
            <>
              {change.before === null ? null : (
                <>
                  <span className={styles.before}>{value('before')}</span>
                  <span className={styles.arrow}> → </span>
                </>
              )}
              {value('after')}
            </>
          ))
        )}
        {change.cause ? <Cause entity={entity} cause={change.cause} /> : null}
      </dd>
    </div>
  )
}

function Cause({ entity, cause }: { entity: Entity; cause: NonNullable<HistoryChange['cause']> }) {
  const text = useText()
  const said = text('history.cause', { cause: cause.label })
  if (cause.id === undefined) return <span>{said}</span>
  return (
    <PageLink className={form.link} href={`/${entity.name}/${cause.id}`}>
      {said}
    </PageLink>
  )
}

interface ValueProps {
  name: string
  field: Field
  fields: Fields
  row: RowValues
  value: unknown
  labels: HistoryChange['labels']
}

/** Kinds that the trail holds as text already. */
const written: ReadonlySet<string> = new Set(['richText', 'json', 'image', 'files'])

const labelIn = (labels: HistoryChange['labels'], id: unknown) => labels?.[String(id)] ?? `#${id}`

function Value({ name, field, fields, row, value, labels }: ValueProps) {
  const text = useText()
  if (value === null) return <span className={styles.nothing}>{text('history.nothing')}</span>
  if (written.has(field.kind)) return <>{String(value)}</>
  const named = (id: unknown) => labelIn(labels, id)
  const labelled = {
    ...row,
    ...(field.kind === 'reference' ? { [`${name}$label`]: named(value) } : {}),
    ...(field.kind === 'references' ? { [`${name}$labels`]: [value].flat().map(named) } : {}),
  }
  return <FieldValue name={name} field={field} fields={fields} row={{ ...labelled, [name]: value }} />
}
