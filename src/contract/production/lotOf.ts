import type { Values } from '../schema/field.ts'

interface Line {
  readonly itemType?: unknown
  readonly semiProductId?: number | null
  readonly materialId?: number | null
}

/** Candidate lots of a line: its item's, released and in stock. */
export function lotOf({ itemType, semiProductId, materialId }: Line) {
  const item = itemType === 'PRODUCT' ? { productId: semiProductId } : { materialId }
  return { ...item, qualityStatus: 'RELEASED' }
}

const isProduct = ({ itemType }: Values) => itemType === 'PRODUCT'
const isMaterial = (row: Values) => !isProduct(row)

/** Item fields of either kind; the form shows the fitting one. */
export const ofMaterial = { shownIf: isMaterial, requiredIf: isMaterial }
export const ofProduct = { shownIf: isProduct, requiredIf: isProduct }
