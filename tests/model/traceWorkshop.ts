/** Workshop of the stories: choices, and the domain's own doors. */
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { randomFrom } from './quantity.ts'

export const materials = ['M001', 'M002', 'M004']
export const products = ['X1', 'X2', 'X3', 'X4']
export const byProduct = 'B1'

export interface Plan {
  readonly id: number
  readonly product: string
  readonly batches: number
  /** Numbers under which its lots are received, several possible. */
  readonly lotNos: readonly string[]
}

export interface Lot {
  readonly id: number
  readonly code: string
  readonly lotNo: string
}

export const isMaterial = (code: string) => code.startsWith('M')
const reasoned = { fefoOverrideReason: '测试' }

/** Makes products and a return bin; the administrator may sign. */
export async function openWorkshop(at: PlantServer, seed: number) {
  const { day, plant } = at
  const room = stockroomOf(at)
  const kilograms = { baseUnitId: day.id('unit', 'kg') }
  for (const code of products) await day.product(code, [['M001', '1']], kilograms)
  await day.product(byProduct, [['M001', '1']], { ...kilograms, productType: 'BYPRODUCT' })
  await room.signAs('E001')
  const quarantine = await room.bin('Q-1', 'WH05', { isQuarantine: true })
  const bins = { material: await room.defaultBin('WH01'), product: await room.defaultBin('WH05') }

  const next = randomFrom(seed)
  const oneOf = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)]
  const known = {
    plans: [] as Plan[],
    lots: [] as Lot[],
    uses: [] as number[],
    /** What was issued and not all of it charged. */
    inWork: [] as { readonly plan: Plan; readonly lot: Lot }[],
    sales: [] as { readonly dealer: string; readonly lot: Lot }[],
    /** What may be undone. */
    posted: [] as (readonly [entity: string, id: number])[],
  }

  const item = (code: string): Values =>
    isMaterial(code)
      ? { materialId: day.id('material', code) }
      : { itemType: 'PRODUCT', semiProductId: day.id('product', code) }
  const packing = (code: string) => ({
    productId: day.id('product', code),
    productSpecId: day.id('productspec', `${code}-1`),
  })
  const houseOf = (code: string) => ({ warehouseId: day.id('warehouse', isMaterial(code) ? 'WH01' : 'WH05') })
  const binOf = (code: string) => ({ locationId: isMaterial(code) ? bins.material : bins.product })

  async function release(id: number) {
    const lot = await plant.script.load('stocklot', id)
    if (lot.qualityStatus === 'PENDING') await day.run('stocklot.release', { id })
  }

  async function issue(plan: Plan, { id, code }: Lot, qty: string, issueType = 'PLAN') {
    const more = { ...houseOf(code), issueType }
    const record = await day.issue(plan.id, [{ ...item(code), lotId: id, qty, ...reasoned }], more)
    known.posted.push(['getmaterialrecord', record.id])
  }

  async function use(plan: Plan, lot: Lot, qty: string) {
    const record = await day.use(plan.id, lot.id, qty, { batchSeq: 1 + Math.floor(next() * plan.batches) })
    known.uses.push(record.id)
    known.posted.push(['usematerialrecord', record.id])
  }

  /** Receives output of a plan, of a batch or unknown. */
  async function produce(plan: Plan, code: string) {
    const batchSeq = next() < 0.3 ? null : 1 + Math.floor(next() * plan.batches)
    const lotNo = oneOf(plan.lotNos) as string
    const receipt = await day.produce(plan.id, (0.01 + next() * 20).toFixed(2), { ...packing(code), batchSeq, lotNo })
    const id = receipt.lotId as number
    known.posted.push(['productstorein', receipt.id])
    if (!known.lots.some(lot => lot.id === id)) known.lots.push({ id, code, lotNo })
    await release(id)
  }

  return {
    ...{ at, known, next, oneOf, quarantine, reasoned, item, packing, houseOf, binOf, release, issue, use, produce },
    /** Old and new alike, the newest more often. */
    lately: <T>(items: readonly T[]) => oneOf(next() < 0.2 ? items : items.slice(-10)),
    /** A quantity up to so much, never nothing. */
    some: (most: number) => (0.01 + next() * most).toFixed(2),
  }
}

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>
