import { useAtomValue } from 'jotai'
import { X } from 'lucide'
import { useEffect, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import { type Entity, hasRecord } from '#contract/schema/entity.ts'
import { formFieldsOf } from '#contract/shownFields.ts'
import { closePreview, type Previewed, previewedAtom } from '../../commands/core/recordPreview.ts'
import { execute } from '../../commands/gate/execute.ts'
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { localeAtom } from '../../data/language.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import type { Row, RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { cells } from '../../fields/index.ts'
import { titleInWords } from '../../fields/textCells.ts'
import { moneyMark } from '../../fields/units.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { isNotPermitted } from '../../ui/NotPermitted.tsx'
import { useText } from '../../ui/useText.ts'
import { lineColumnsOf } from '../columns/columns.ts'
import { Facts } from '../document/Facts.tsx'
import { followRecord, openedAtom, reread } from '../document/opened.ts'
import { Field } from '../form/Field.tsx'
import { AuditHistory } from '../related/AuditHistory.tsx'
import styles from './PreviewPane.module.css'

/** Delay in ms: a held arrow passes many rows. */
const restMs = 90

const maxLines = 30
const maxColumns = 4
const maxAmounts = 2

/** Record beside the page, read-only. */
export default function PreviewPane({ target }: { readonly target: Previewed }) {
  const entity = entityNamed(target.entity)
  const { id, isHistory = false } = useRested(target)
  // Leaving the page closes it.
  useEffect(() => {
    const from = pathOfAddress(store.get(locationAtom))
    return store.sub(locationAtom, () => pathOfAddress(store.get(locationAtom)) !== from && closePreview())
  }, [])
  return entity ? <Pane entity={entity} id={id} isHistory={isHistory} /> : null
}

function useRested(target: Previewed): Previewed {
  const [rested, setRested] = useState(target)
  useEffect(() => {
    const timer = setTimeout(() => setRested(target), restMs)
    return () => clearTimeout(timer)
  }, [target])
  return rested.entity === target.entity ? rested : target
}

/** Closing by a person holds for lists to come. */
function dismiss(): void {
  const shown = store.get(previewedAtom)
  const command = shown?.isHistory ? 'record.historyBeside' : 'list.recordBeside'
  if (shown?.isBeside) void execute(command, { on: false }, { surface: 'button' })
  else closePreview()
}

interface PaneProps {
  readonly entity: Entity
  readonly id: number
  readonly isHistory: boolean
}

function Pane({ entity, id, isHistory }: PaneProps) {
  const text = useText()
  const { row, error } = useAtomValue(openedAtom(entity.name, id))
  useEffect(() => {
    void reread(entity.name, id)
    return followRecord(entity.name, id)
  }, [entity, id])
  const title = `${text(entity.name)} ${row ? titleInWords(entity, row) : `#${id}`}`
  const label = isHistory ? `${text('history.title')} · ${title}` : title
  return (
    <aside
      className={styles.pane}
      data-region="preview"
      data-preview-of={`${entity.name}/${id}`}
      data-history-pane={isHistory || undefined}
      aria-label={label}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{isHistory ? text('history.title') : title}</h2>
        {hasRecord(entity) && !isHistory ? (
          <button type="button" className={controls.button} onClick={() => navigate(`/${entity.name}/${id}`)}>
            {text('tables.open')}
          </button>
        ) : null}
        <button
          type="button"
          className={controls.iconButton}
          aria-label={text('preview.close', { title: label })}
          data-hint={text('preview.close', { title: label })}
          // A press leaves the keyboard in the grid, which stays.
          onMouseDown={event => event.preventDefault()}
          onClick={dismiss}
        >
          <Drawing of={X} size={14} />
        </button>
      </header>
      {row && !isHistory ? <Facts entity={entity} row={row} /> : null}
      {row && !isHistory ? <Content entity={entity} row={row} /> : null}
      {row && isHistory ? (
        <div className={styles.history}>
          <AuditHistory entity={entity} row={row} />
        </div>
      ) : null}
      {!row && error ? (
        <p className={styles.none}>{isNotPermitted(error) ? text('preview.notPermitted') : wordsOf(error)()}</p>
      ) : null}
    </aside>
  )
}

const isFilled = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

function Content({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  const inHead = (entity.facts ?? []).map(fact => (typeof fact === 'string' ? fact : fact.due))
  const shown = Object.entries(formFieldsOf(entity, true)).filter(
    ([name, { kind }]) => isFilled(row[name]) && !inHead.includes(name) && kind !== 'secret' && kind !== 'json',
  )
  return (
    <div className={styles.content}>
      <div className={styles.fields}>
        {shown.map(([name, field]) => (
          <Field
            key={name}
            prefix={entity.name}
            name={name}
            field={field}
            row={row}
            isReadOnly
            onChange={() => undefined}
          />
        ))}
      </div>
      {Object.entries(entity.lines).map(([name, line]) => {
        const rows = row[name]
        return Array.isArray(rows) && rows.length > 0 ? <LineTable key={name} line={line} rows={rows} /> : null
      })}
    </div>
  )
}

function LineTable({ line, rows }: { readonly line: Entity; readonly rows: readonly RowValues[] }) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const filled = lineColumnsOf(line, text).filter(({ id }) => rows.some(row => isFilled(row[id])))
  const amounts = filled.filter(({ field }) => field?.kind === 'quantity').slice(0, maxAmounts)
  const others = filled.filter(column => !amounts.includes(column)).slice(0, maxColumns - amounts.length)
  const columns = filled.filter(column => amounts.includes(column) || others.includes(column))
  return (
    <div className={styles.lines}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ id, title, kind }) => (
              <th key={id} scope="col" data-align={kind.align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxLines).map((row, at) => (
            <tr key={String(row.id ?? at)}>
              {columns.map(({ id, field, kind }) => (
                <td key={id} data-align={kind.align} data-money={moneyMark(field, row[id])}>
                  {field ? cells[field.kind].show(row[id], row, field, locale, id) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxLines ? (
        <p className={styles.none}>{text('preview.more', { count: rows.length - maxLines })}</p>
      ) : null}
    </div>
  )
}
