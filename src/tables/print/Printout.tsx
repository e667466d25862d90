import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { type Entity, stateOf, titleOfRow } from '#contract/schema/entity.ts'
import type { Fields } from '#contract/schema/field.ts'
import { linesOf } from '../../data/drafts/lineKeys.ts'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { unitBeside } from '../../fields/quantities.ts'
import { quantitySourcesOf } from '../../fields/units.ts'
import type { GridColumn } from '../../grid/state/column.ts'
import { laidOut } from '../../grid/state/layout.ts'
import { layoutAtom } from '../../grid/state/storedLayout.ts'
import { Cut, Paper } from '../../ui/paper/Paper.tsx'
import { useText } from '../../ui/useText.ts'
import { formFieldsOf, gridColumns, isStateShown, lineColumnsOf, totalsOf } from '../columns/columns.ts'
import { FilterWords } from '../filter/FilterChips.tsx'
import { PaperText } from './PaperText.tsx'
import { paperSectionsAtom } from './paperSections.ts'
import type { PrintedList, PrintedRecord, PrintSubject } from './subject.ts'
import { usePaperHead } from './usePaperHead.ts'

const isFilled = (value: unknown) =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0)

const unprintable: ReadonlySet<string> = new Set(['secret', 'json', 'files', 'image'])

/** Columns from which a table needs the long side of the paper. */
const manyColumns = 8

export function Printout({ subject }: { readonly subject: PrintSubject }) {
  return subject.kind === 'record' ? <RecordPaper {...subject} /> : <ListPaper list={subject} />
}

const signaturesOf = ({ document, signatures = document ? ['made', 'handled', 'checked', 'date'] : [] }: Entity) =>
  signatures

function RecordPaper({ entity, row, isChanged }: PrintedRecord) {
  const text = useText()
  const head = usePaperHead()
  const further = useAtomValue(paperSectionsAtom).get(`${entity.name}/${row.id}`)
  const state = stateOf(entity)
  const fields = { ...formFieldsOf(entity, true), ...(isStateShown(entity) ? pick(entity.fields, [state]) : {}) }
  const lines = Object.entries(entity.lines).map(([name, line]) => ({ name, line, rows: linesOf(row, name) }))
  return (
    <Paper
      title={text(entity.name)}
      isWide={lines.some(({ line, rows }) => filledColumns(lineColumnsOf(line, text), rows).length >= manyColumns)}
      number={titleOfRow(entity, row, text)}
      {...head}
      signatures={signaturesOf(entity).map(name => text(`paper.${name}`))}
    >
      {isChanged ? <Cut>{text('paper.changed')}</Cut> : null}
      <Values prefix={entity.name} fields={fields} row={row} />
      {lines.map(({ name, line, rows }) =>
        rows.length > 0 ? (
          <section key={name}>
            <h2>{text(`${entity.name}.${name}`)}</h2>
            <Table columns={lineColumnsOf(line, text)} rows={rows} />
          </section>
        ) : null,
      )}
      <Values prefix={entity.name} fields={Object.fromEntries(totalsOf(entity))} row={row} />
      {further}
    </Paper>
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
          <div key={name}>
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
    <Paper title={text(entity.name)} {...head} isWide={filledColumns(columns, rows).length >= manyColumns}>
      {query.q ? <p>{query.q}</p> : null}
      {query.where.length > 0 ? (
        <p>
          <FilterWords entity={entity} where={query.where} />
        </p>
      ) : null}
      <Table columns={columns} rows={rows} />
      {rows.length < total ? (
        <Cut>{text('review.print.cut', { total, printed: rows.length })}</Cut>
      ) : (
        <p>{text('paper.rows', { count: total })}</p>
      )}
    </Paper>
  )
}

interface TableProps {
  readonly columns: readonly GridColumn[]
  readonly rows: readonly RowValues[]
}

/** Columns with a value somewhere; empty ones yield their width. */
function filledColumns(columns: readonly GridColumn[], rows: readonly RowValues[]): readonly GridColumn[] {
  const filled = columns.filter(
    ({ id, field }) => field && !unprintable.has(field.kind) && rows.some(row => isFilled(row[id])),
  )
  // A reference beside its own number would say it twice.
  const isSaid = ({ id, field }: GridColumn) =>
    field?.kind === 'reference' &&
    filled.some(
      other =>
        other.field?.kind === 'text' && rows.every(row => (row[other.id] ?? null) === (row[`${id}$label`] ?? null)),
    )
  return filled.filter(column => !isSaid(column))
}

function Table({ columns, rows }: TableProps): ReactNode {
  const shown = filledColumns(columns, rows)
  return (
    <table>
      <thead>
        <tr>
          {shown.map(({ id, title }) => (
            <th key={id}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={String(row.id ?? at)}>
            {shown.map(({ id, field, unitIn }) =>
              field ? <PaperText key={id} of="td" name={id} field={field} row={row} unit={unitIn?.(row)} /> : null,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
