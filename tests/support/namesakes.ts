/** Two lots of one number: by-products often share their plan's. */
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from './plantServer.ts'
import type { Lot } from './workday.ts'

export interface Namesakes {
  /** What both were made from. */
  readonly soy: Lot
  readonly product: Lot
  /** What fell off beside it, under its number. */
  readonly byproduct: Lot
}

/** Makes them on a plan of a product of their own. */
export async function namesakesOf({ day, plant }: PlantServer): Promise<Namesakes> {
  await day.product('NS1', [['M001', '1']])
  await day.product('NS2', [['M001', '1']], { productType: 'BYPRODUCT' })
  const soy = await plant.lot('M001', '10')
  const planId = await plant.plan('NS1', '10')
  const line = { materialId: day.id('material', 'M001'), lotId: soy.id, qty: '10', fefoOverrideReason: '测试' }
  await day.issue(planId, [line])
  await day.use(planId, soy.id, '10')
  const made = async (more: Values) => {
    const receipt = await day.produce(planId, '5', { lotNo: `N${planId}`, ...more })
    return { id: Number(receipt.lotId), lotNo: String(receipt.lotNo) }
  }
  const product = await made({})
  const beside = { productId: day.id('product', 'NS2'), productSpecId: day.id('productspec', 'NS2-1') }
  const byproduct = await made(beside)
  expect(byproduct.lotNo).toBe(product.lotNo)
  return { soy, product, byproduct }
}
