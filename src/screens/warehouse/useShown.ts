import { useAtomValue } from 'jotai'
import type { Entity } from '#contract/schema/entity.ts'
import { localeAtom } from '../../data/language.ts'
import type { Row } from '../../data/records/row.ts'
import { cells } from '../../fields/index.ts'
import { unitOf, unitShown } from '../../fields/units.ts'

/** Text of a value with its unit. */
export function useShown() {
  const locale = useAtomValue(localeAtom)
  return ({ fields }: Entity, row: Row, name: string): string => {
    const field = fields[name]
    if (!field) return ''
    const unit = unitShown(field, row, unitOf(fields, name), row[name])
    return [cells[field.kind].toText(row[name], row, field, locale, name), unit].filter(Boolean).join(' ')
  }
}
