import { useAtomValue } from 'jotai'
import { Fragment, type ReactNode } from 'react'
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { auditlog } from '#contract/system/auditlog.ts'
import { changesOfRow } from '../../data/records/auditHistory.ts'
import type { RowValues } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { changesInWords } from '../../fields/textCells.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import { addressOfList } from '../../tables/filter/query.ts'
import { FieldValue } from '../../tables/form/FieldValue.tsx'
import { Changes } from '../../tables/related/Changes.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './AuditScreen.module.css'

/** Fields that the sentence and the changes say. */
const except = ['changes', 'byUserId', 'action', 'entity', 'record']

const entityOf = (row: RowValues) => entityNamed(String(row.entity ?? ''))

/** Entry of the audit log: a sentence, its facts and its changes. */
export default function AuditScreen({ id }: { id: string }) {
  return (
    <RecordScreen
      key={id}
      entity={auditlog}
      idText={id}
      except={except}
      title=""
      subject={row => <Sentence row={row} />}
    >
      {({ stored }) => (stored ? <Content row={stored} /> : null)}
    </RecordScreen>
  )
}

/** Marks of the parts of a sentence that are nodes. */
const marks = { who: '\uE000', what: '\uE001' } as const

const { fields } = auditlog
const isNamed = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)
const shown = (name: string, row: RowValues) =>
  isNamed(name) ? <FieldValue name={name} field={fields[name]} fields={fields} row={row} /> : null

function Sentence({ row }: { row: RowValues }) {
  const text = useText()
  const of = entityOf(row)
  const count = of ? changesOfRow(of, row).length : 0
  const nodes: Readonly<Record<string, ReactNode>> = {
    [marks.who]: row.byUserId ? shown('byUserId', row) : text('history.system'),
    [marks.what]: (
      <>
        {text(String(row.entity ?? ''))} {shown('record', row)}
      </>
    ),
  }
  return (
    <span className={styles.sentence} data-subject>
      <span className={styles.count}>{`#${row.id}`}</span>{' '}
      {text(`history.did.${row.action}`, marks)
        .split(/([\uE000\uE001])/)
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts stay in their places
          <Fragment key={at}>{nodes[part] ?? part}</Fragment>
        ))}
      {count > 0 ? <span className={styles.count}> · {text('history.fields', { count })}</span> : null}
    </span>
  )
}

function Content({ row }: { row: RowValues }) {
  const text = useText()
  const of = entityOf(row)
  if (!row.changes && row.action !== 'UPDATE')
    return (
      <p className={styles.content}>
        <Others row={row} />
      </p>
    )
  return (
    <section className={styles.content} aria-label={text('auditlog.changes')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text('auditlog.changes')}</h2>
        <Others row={row} />
      </header>
      {of ? <ChangesOf entity={of} row={row} /> : <Literal row={row} />}
    </section>
  )
}

function ChangesOf({ entity, row }: { entity: Entity; row: RowValues }) {
  const changes = changesOfRow(entity, row)
  if (changes.length === 0) return <Literal row={row} />
  const entry = { action: String(row.action), changes }
  const record = { [entity.title]: row.record, changes$lines: row.changes$lines ?? {} }
  return <Changes entity={entity} row={record} entry={entry} isWhole />
}

/** Text of an entry that names no field, such as a sign-in. */
function Literal({ row }: { row: RowValues }) {
  const text = useText()
  const { changes } = row
  return <p className={styles.literal}>{changes ? changesInWords(String(changes), row) : text('history.unchanged')}</p>
}

/** Way to all that was done with the record. */
function Others({ row: { entity, entityId } }: { row: RowValues }) {
  const text = useText()
  const grants = useAtomValue(grantsAtom)
  if (!entity || !entityId || !grants.has(auditlog.name)) return null
  const where = Object.entries({ entity, entityId }).map(([field, value]) => ({ field, op: 'eq' as const, value }))
  return (
    <PageLink className={styles.others} href={addressOfList(auditlog.name, where)}>
      {text('history.ofRecord')}
    </PageLink>
  )
}
