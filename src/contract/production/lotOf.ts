import type { Values } from '../schema/field.ts'

/** The lots a line may name: those of its material or semi-finished product that are released and in stock. */
export function lotOf(row: Values): Values {
  const item = row.itemType === 'PRODUCT' ? { productId: row.semiProductId } : { materialId: row.materialId }
  return { ...item, qualityStatus: 'RELEASED' }
}
