import { useAtomValue } from 'jotai'
import { Trash2 } from 'lucide'
import type { Entity } from '#contract/schema/entity.ts'
import { type LineRows, lineKey } from '../../data/drafts/lineKeys.ts'
import { localeAtom } from '../../data/language.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { fieldOf, type GridColumn } from '../../grid/state/column.ts'
import type { GridSource } from '../../grid/state/source.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { Field } from './Field.tsx'
import forms from './Form.module.css'
import { goOn } from './formFocus.ts'
import styles from './LineCards.module.css'
import type { LineChange } from './lineRows.ts'

interface LineCardsProps {
  readonly line: Entity
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: LineRows
  readonly source: GridSource
  readonly isReadOnly: boolean
  onChange(changes: readonly LineChange[]): void
  onRemove(id: RowId): void
}

/** Lines of a document on a phone: folded forms, each a summary. */
export function LineCards(props: LineCardsProps) {
  return (
    <ol className={styles.cards} aria-label={props.label}>
      {props.rows.map((row, index) => (
        <LineCard key={lineKey(row, index)} {...props} row={row} index={index} />
      ))}
    </ol>
  )
}

interface LineCardProps extends LineCardsProps {
  readonly row: RowValues
  readonly index: number
}

/** Values and their titles, as cells enter them one by one. */
function changesOf(rowId: RowId, patch: RowValues): readonly LineChange[] {
  return Object.entries(patch)
    .filter(([name]) => !name.includes('$'))
    .map(([columnId, value]) => ({ rowId, columnId, value, label: patch[`${columnId}$label`] }))
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

function LineCard({ line, columns, row, index, source, isReadOnly, onChange, onRemove }: LineCardProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const id = lineKey(row, index)
  const isStored = typeof row.id === 'number'
  const filled = columns.filter(column => isFilled(row[column.id]))
  // Defaults say nothing of a line that was just begun.
  const entered = filled.filter(({ id: name, field }) => row[name] !== false && row[name] !== field?.default)
  const shown = (column: GridColumn) => column.kind.show(row[column.id], row, fieldOf(column), locale, column.id)
  const fields = isReadOnly ? filled : columns
  const hasError = source.state(index) === 'error'
  return (
    <li className={styles.card} data-line-card={index} data-error={hasError || undefined}>
      <details open={!isStored || hasError}>
        <summary className={styles.summary}>
          <span className={styles.number}>{index + 1}</span>
          {entered.slice(0, 4).map(column => (
            <span key={column.id}>
              {shown(column)} {column.unitIn?.(row)}
            </span>
          ))}
        </summary>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter goes from field to field */}
        <div className={`${forms.form} ${styles.fields}`} onKeyDown={goOn}>
          {fields.map(({ id: name, field }) =>
            field ? (
              <Field
                key={name}
                prefix={line.name}
                name={name}
                field={field}
                row={row}
                error={source.fieldError(index, name)}
                isReadOnly={!source.editable(index, name)}
                rowFields={line.fields}
                onChange={patch => onChange(changesOf(id, patch))}
              />
            ) : null,
          )}
        </div>
        {isReadOnly ? null : (
          <button type="button" className={controls.quiet} onClick={() => onRemove(id)}>
            <Drawing of={Trash2} size={15} />
            {text('tables.removeOneLine', { number: index + 1 })}
          </button>
        )}
      </details>
    </li>
  )
}
