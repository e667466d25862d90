import type { Field } from '#contract/schema/field.ts'
import type { RowValues } from '../../data/records/row.ts'
import type { Search } from '../options/useChoices.ts'
import type { QuantitySources } from '../units.ts'

export interface ControlProps {
  readonly id: string
  readonly name: string
  /** Entity of the field, where a record is edited. */
  readonly entity?: string
  readonly field: Field
  readonly row: RowValues
  readonly value: unknown
  readonly label: string
  readonly title?: string | undefined
  readonly unit?: string
  /** References that tell what the number's units come to. */
  readonly quantity?: QuantitySources | undefined
  /** Single line that grows instead of truncating. */
  readonly grows?: boolean
  readonly placeholder?: string
  /** Choices other than the kind's own. */
  readonly search?: Search
  readonly invalid: boolean
  readonly describedBy: string | undefined
  /** References come with their label. */
  onChange(value: unknown, label?: unknown): void
}
