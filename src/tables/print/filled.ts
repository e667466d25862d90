/** Values that deserve a place on paper. */
import type { Field } from '#contract/schema/field.ts'
import { cells } from '../../fields/index.ts'

export const isZero = ({ kind }: Field, value: unknown): boolean => cells[kind].align === 'end' && Number(value) === 0

export const isFilled = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0)
