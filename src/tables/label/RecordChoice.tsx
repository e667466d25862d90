import { useEffect, useId, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import { type LabelPurpose, sourcesOfPurpose } from '#contract/label/labelFields.ts'
import { listRecords } from '../../data/records/records.ts'
import { useText } from '../../ui/useText.ts'
import styles from './LayoutEditor.module.css'

const most = 20

const itemTypes: Partial<Record<LabelPurpose, string>> = { MATERIAL_LOT: 'MATERIAL', PRODUCT_CASE: 'PRODUCT' }

interface RecordChoiceProps {
  purpose: LabelPurpose
  value: number | null
  onChange(id: number | null): void
}

/** Record whose data the editor shows; an example by default. */
export function RecordChoice({ purpose, value, onChange }: RecordChoiceProps) {
  const text = useText()
  const id = useId()
  const [records, setRecords] = useState<readonly { readonly id: number; readonly title: string }[]>([])
  useEffect(() => {
    const entity = entityNamed(sourcesOfPurpose[purpose]?.[0] ?? '')
    if (!entity) return undefined
    const leaving = new AbortController()
    const type = itemTypes[purpose]
    const where = type ? [{ field: 'itemType', op: 'eq', value: type } as const] : []
    listRecords(entity.name, { page: 1, size: most, where, sort: [['id', 'desc']] }, leaving.signal)
      .then(({ rows }) => setRecords(rows.map(row => ({ id: Number(row.id), title: String(row[entity.title]) }))))
      // Without the right to these records the example stays.
      .catch(() => setRecords([]))
    return () => leaving.abort()
  }, [purpose])
  return (
    <label className={styles.record} htmlFor={id}>
      {text('label.editor.of')}
      <select
        id={id}
        value={value ?? ''}
        onChange={event => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{text('label.editor.example')}</option>
        {records.map(record => (
          <option key={record.id} value={record.id}>
            {record.title}
          </option>
        ))}
      </select>
    </label>
  )
}
