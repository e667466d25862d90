import { useAtomValue } from 'jotai'
import type { Field, Fields } from '#contract/schema/field.ts'
import { addressOfValue } from '../../commands/core/recordLinks.ts'
import { localeAtom } from '../../data/language.ts'
import type { RowValues } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { cells } from '../../fields/index.ts'
import { unitBeside } from '../../fields/quantities.ts'
import { moneyMark, quantitySourcesOf } from '../../fields/units.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import styles from './Form.module.css'

interface FieldValueProps {
  name: string
  field: Field
  /** All fields of the row, which tell its units. */
  fields: Fields
  row: RowValues
}

/** Value to read: references as links, quantities with their unit. */
export function FieldValue({ name, field, fields, row }: FieldValueProps) {
  const locale = useAtomValue(localeAtom)
  const grants = useAtomValue(grantsAtom)
  const kind = cells[field.kind]
  const value = row[name]
  const address = addressOfValue(grants, field, name, row)
  // Rates carry their unit in the value.
  const unit = field.kind === 'quantity' ? unitBeside(name, fields, quantitySourcesOf(fields, name), row) : ''
  // Text instead of a tick, which would look clickable.
  const isText = address !== undefined || field.kind === 'flag'
  const shown = isText ? kind.toText(value, row, field, locale, name) : kind.show(value, row, field, locale, name)
  return (
    <>
      {address === undefined ? (
        <span data-money={moneyMark(field, value)}>{shown}</span>
      ) : (
        <PageLink className={styles.link} href={address}>
          {shown}
        </PageLink>
      )}
      {unit === '' ? null : <small className={styles.unit}>{unit}</small>}
    </>
  )
}
