import type { Field } from '#contract/schema/field.ts'

/** Scans stay in these fields. */
export function takesCodes(name: string, { kind, to }: Field): boolean {
  return to === 'stocklot' || (['text', 'texts'].includes(kind) && /lotNo|gtin|barcode|gs1/i.test(name))
}
