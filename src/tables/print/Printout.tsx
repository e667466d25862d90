import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { type Entity, stateOf, textNamed } from '#contract/schema/entity.ts'
import type { Fields } from '#contract/schema/field.ts'
import {
  filledColumns,
  formFieldsOf,
  isFilled,
  isStateShown,
  isZero,
  totalsOf,
  unprintable,
} from '#contract/shownFields.ts'
import { linesOf } from '../../data/drafts/lineKeys.ts'
import { pluralBy } from '../../data/entityNames.ts'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { cells } from '../../fields/index.ts'
import { unitBeside } from '../../fields/quantities.ts'
import { titleInWords } from '../../fields/textCells.ts'
import { quantitySourcesOf } from '../../fields/units.ts'
import type { GridColumn } from '../../grid/state/column.ts'
import { laidOut } from '../../grid/state/layout.ts'
import { layoutAtom } from '../../grid/state/storedLayout.ts'
import styles from '../../ui/paper/Paper.module.css'
import { Cut, Paper } from '../../ui/paper/Paper.tsx'
import { useText } from '../../ui/useText.ts'
import { gridColumns, lineColumnsOf } from '../columns/columns.ts'
import { FilterWords } from '../filter/FilterChips.tsx'
import { ModelPaper } from './ModelPaper.tsx'
import { PaperText } from './PaperText.tsx'
import { paperSectionsAtom } from './paperSections.ts'
import type { PrintedList, PrintedRecord, PrintSubject } from './subject.ts'
import { usePaperHead } from './usePaperHead.ts'

/** Characters from which a text takes the whole width. */
const longText = 40

/** Columns from which a table needs the long side of the paper. */
const manyColumns = 8

export function Printout({ subject }: { readonly subject: PrintSubject }) {
  if (subject.kind === 'model') return <ModelPaper model={subject.model} />
  return subject.kind === 'record' ? <RecordPaper {...subject} /> : <ListPaper list={subject} />
}

const signaturesOf = ({ document, paper }: Entity) =>
  paper?.signatures ?? (document ? ['made', 'handled', 'checked', 'date'] : [])

/** Name of the paper, e.g. a shipment's delivery note. */
function titleOf({ name }: Entity, text: ReturnType<typeof useText>): string {
  const own = textNamed('paper.of', name, text)
  return own === name ? text(name) : own
}

function RecordPaper({ entity, row, isChanged }: PrintedRecord) {
  const text = useText()
  const head = usePaperHead()
  const further = useAtomValue(paperSectionsAtom).get(`${entity.name}/${row.id}`)
  const state = stateOf(entity)
  const { partner = '', address = [], contact = [], omitted = [] } = entity.paper ?? {}
  const isSaid = isFilled(row[partner]) ? [partner, ...address, ...contact] : []
  const fields = Object.fromEntries(
    Object.entries({
      ...formFieldsOf(entity, true),
      ...(isStateShown(entity) ? pick(entity.fields, [state]) : {}),
    }).filter(
      ([name, field]) =>
        !isSaid.includes(name) && !omitted.includes(name) && !(entity.document && isZero(field, row[name])),
    ),
  )
  const lines = Object.entries(entity.lines).map(([name, line]) => ({ name, line, rows: linesOf(row, name) }))
  return (
    <Paper
      title={titleOf(entity, text)}
      isWide={lines.some(
        ({ line, rows }) => filledColumns(line, lineColumnsOf(line, text), rows).length >= manyColumns,
      )}
      number={titleInWords(entity, row)}
      {...head}
      signatures={signaturesOf(entity).map(name => text(`paper.${name}`))}
    >
      {isChanged ? <Cut>{text('paper.changed')}</Cut> : null}
      {isSaid.length > 0 ? <Partner entity={entity} row={row} /> : null}
      <Values prefix={entity.name} fields={fields} row={row} />
      {lines.map(({ name, line, rows }) =>
        rows.length > 0 ? (
          <section key={name}>
            <h2>{text(`${entity.name}.${name}`)}</h2>
            <Table of={line} columns={lineColumnsOf(line, text)} rows={rows} />
            <Totals entity={entity} row={row} count={rows.length} />
          </section>
        ) : null,
      )}
      {further}
    </Paper>
  )
}

interface PaperPartProps {
  readonly entity: Entity
  readonly row: RowValues
}

/** Whom a document goes to or comes from, as an address. */
function Partner({ entity, row }: PaperPartProps) {
  const text = useText()
  const { partner = '', address = [], contact = [] } = entity.paper ?? {}
  const said = (names: readonly string[]) =>
    names.flatMap(name => (entity.fields[name] && isFilled(row[name]) ? [String(row[name])] : []))
  const contacts = said(contact).join('  ')
  return (
    <div className={styles.partner}>
      <small>{text(`${entity.name}.${partner}`)}</small>
      <div>
        <strong>{String(row[`${partner}$label`] ?? '')}</strong>
      </div>
      {said(address).map(part => (
        <div key={part}>{part}</div>
      ))}
      {contacts ? <div>{contacts}</div> : null}
    </div>
  )
}

/** Number of lines and the sums under them. */
function Totals({ entity, row, count }: PaperPartProps & { readonly count: number }) {
  const text = useText()
  return (
    <dl className={styles.totals}>
      <div>{text('paper.rows', { count })}</div>
      {totalsOf(entity).map(([name, field]) =>
        isFilled(row[name]) ? (
          <div key={name}>
            <dt>{text(`${entity.name}.${name}`)}</dt>
            <PaperText
              of="dd"
              name={name}
              field={field}
              row={row}
              unit={unitBeside(name, entity.fields, quantitySourcesOf(entity.fields, name), row)}
            />
          </div>
        ) : null,
      )}
    </dl>
  )
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

interface ValuesProps {
  readonly prefix: string
  readonly fields: Fields
  readonly row: RowValues
}

function Values({ prefix, fields, row }: ValuesProps) {
  const text = useText()
  const shown = Object.entries(fields).filter(([name, { kind }]) => isFilled(row[name]) && !unprintable.has(kind))
  if (shown.length === 0) return null
  return (
    <dl>
      {shown.map(([name, field]) => {
        const unit = unitBeside(name, fields, quantitySourcesOf(fields, name), row)
        return (
          <div key={name} data-long={String(row[name]).length > longText || undefined}>
            <dt>{text(`${prefix}.${name}`)}</dt>
            <PaperText of="dd" name={name} field={field} row={row} unit={unit} />
          </div>
        )
      })}
    </dl>
  )
}

function ListPaper({ list: { entity, query, rows, total } }: { readonly list: PrintedList }) {
  const text = useText()
  const head = usePaperHead()
  const columns = laidOut(gridColumns(entity, text), store.get(layoutAtom(entity.name)))
  return (
    <Paper
      title={pluralBy(text, entity.name)}
      {...head}
      isWide={filledColumns(entity, columns, rows).length >= manyColumns}
    >
      {query.q ? <p>{query.q}</p> : null}
      {query.where.length > 0 ? (
        <p>
          <FilterWords entity={entity} where={query.where} />
        </p>
      ) : null}
      <Table of={entity} columns={columns} rows={rows} />
      {rows.length < total ? (
        <Cut>{text('review.print.cut', { total, printed: rows.length })}</Cut>
      ) : (
        <p>{text('paper.rows', { count: total })}</p>
      )}
    </Paper>
  )
}

interface TableProps {
  readonly of: Entity
  readonly columns: readonly GridColumn[]
  readonly rows: readonly RowValues[]
}

function Table({ of, columns, rows }: TableProps): ReactNode {
  const text = useText()
  const shown = filledColumns(of, columns, rows)
  const [item, other] = of.paper?.item ?? []
  const both = columns.find(({ id }) => id === other)
  return (
    <table>
      <thead>
        <tr>
          <th>#</th>
          {shown.map(({ id, title, field }) => (
            <th key={id} data-align={field && cells[field.kind].align}>
              {id === item && both ? text('paper.item') : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={String(row.id ?? at)}>
            <td data-row-number="">{at + 1}</td>
            {shown.map(column => {
              const { id, field, unitIn } = column.id === item && both && !isFilled(row[item]) ? both : column
              return field ? (
                <PaperText key={id} of="td" name={id} field={field} row={row} unit={unitIn?.(row)} />
              ) : null
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
