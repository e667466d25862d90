import { useAtomValue } from 'jotai'
import { Check, Trash2 } from 'lucide'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { lineKey } from '../../data/drafts/lineKeys.ts'
import { localeAtom } from '../../data/language.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { cells } from '../../fields/index.ts'
import { Field } from '../../tables/form/Field.tsx'
import type { LineChange } from '../../tables/form/lineRows.ts'
import { isScanned } from '../../tables/form/scannedLine.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import type { DocumentTask } from './tasks.ts'
import styles from './Warehouse.module.css'

interface WorkLineProps {
  readonly task: DocumentTask
  readonly line: Entity
  readonly row: RowValues
  readonly index: number
  readonly fieldErrors: FieldErrors
  onChange(changes: readonly LineChange[]): void
  onRemove(id: RowId): void
}

const facts = [
  'materialId',
  'semiProductId',
  'productId',
  'itemName',
  'lotId',
  'supplierLotNo',
  'expiryDate',
  'locationId',
]

/** Changes as cells enter them one by one. */
const changesOf = (rowId: RowId, patch: RowValues): readonly LineChange[] =>
  Object.entries(patch)
    .filter(([name]) => !name.includes('$'))
    .map(([columnId, value]) => ({ rowId, columnId, value, label: patch[`${columnId}$label`] }))

export function WorkLine({ task, line, row, index, fieldErrors, onChange, onRemove }: WorkLineProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const id = lineKey(row, index)
  const isTicked = isScanned(row)
  const shown = facts.flatMap(name => {
    const field = line.fields[name]
    if (!field || isEmpty(row[name]) || task.line.includes(name)) return []
    return [{ name, words: cells[field.kind].toText(row[name], row, field, locale, name) }]
  })
  const fields = task.line.filter(name => name !== 'fefoOverrideReason' || !isEmpty(row[name]))
  return (
    <li className={styles.line} data-work-line={index} data-scanned={isTicked || undefined}>
      <div className={styles.lineHead}>
        <span className={styles.facts}>
          {shown.length === 0 ? <span>{text('history.line', { number: index + 1 })}</span> : null}
          {shown.map(({ name, words }) => (
            <span key={name} data-fact={name}>
              {words}
            </span>
          ))}
        </span>
        {task.picks ? (
          <button
            type="button"
            className={styles.tick}
            aria-pressed={isTicked}
            aria-label={text('warehouse.tick', { number: index + 1 })}
            onClick={() => onChange([{ rowId: id, columnId: 'scanned$', value: !isTicked }])}
          >
            {isTicked ? <Drawing of={Check} size={26} /> : null}
          </button>
        ) : (
          <button
            type="button"
            className={controls.iconButton}
            aria-label={text('tables.removeOneLine', { number: index + 1 })}
            onClick={() => onRemove(id)}
          >
            <Drawing of={Trash2} size={20} />
          </button>
        )}
      </div>
      <div className={styles.fields}>
        {fields.map(name => {
          const field = line.fields[name]
          return field ? (
            <Field
              key={name}
              prefix={line.name}
              name={name}
              field={field}
              row={row}
              error={fieldErrors[`lines.${index}.${name}`]}
              isReadOnly={field.serverManaged === true}
              rowFields={line.fields}
              onChange={patch => onChange(changesOf(id, patch))}
            />
          ) : null
        })}
      </div>
    </li>
  )
}
