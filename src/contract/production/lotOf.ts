import type { Values } from '../schema/field.ts'

/** Candidate lots of a line: its item's, released and in stock. */
export function lotOf(row: Values): Values {
  const item = row.itemType === 'PRODUCT' ? { productId: row.semiProductId } : { materialId: row.materialId }
  return { ...item, qualityStatus: 'RELEASED' }
}
