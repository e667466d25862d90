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
