/**
 * A plant with the worst permitted genealogy: products made of each other, open plans fed with their own output, late
 * corrections.
 */
import { AppError } from '#contract/schema/answer.ts'
import type { PlantServer } from '../support/plantServer.ts'
import { byProduct, isMaterial, materials, openWorkshop, type Plan, products, type Workshop } from './traceWorkshop.ts'

/** How often each step is tried, in parts of the whole. */
const weights = {
  ...{ receive: 3, plan: 4, charge: 26, produce: 14, byProduct: 3, rework: 3, correct: 5, giveBack: 4, makeUp: 4 },
  ...{ sell: 8, takeBack: 4, mistake: 5, undoCharge: 3, reverse: 5 },
} as const
type Step = keyof typeof weights
export const stepNames = Object.keys(weights) as readonly Step[]
const wheel = stepNames.flatMap(name => Array.from({ length: weights[name] }, () => name))

/** Performs a step; null without anything to do it with. */
type PerformStep = (shop: Workshop) => Promise<unknown>

const planAndLot = ({ known, lately: recent }: Workshop, accept: (code: string) => boolean = () => true) => ({
  plan: recent(known.plans),
  lot: recent(known.lots.filter(({ code }) => accept(code))),
})

const receive: PerformStep = async ({ at: { day }, known, oneOf, some, release }) => {
  const code = oneOf(materials) as string
  const { id, lines } = await day.receive([day.receiptLine(code, some(300))])
  const lot = { id: lines[0]?.lotId as number, code, lotNo: String(lines[0]?.lotNo) }
  known.posted.push(['materialstorein', id])
  known.lots.push(lot)
  await release(lot.id)
}

/** A plan that may be charged with anything. */
const plan: PerformStep = async ({ at: { day, plant }, known, oneOf, item, packing }) => {
  const product = oneOf(products) as string
  const batches = oneOf([1, 1, 2, 3]) as number
  const { id } = await day.run('produceplan.save', {
    ...{ ...packing(product), planType: 'REWORK', plannedQty: '5000', batchCount: batches },
    ...{ produceDate: plant.script.day, planStart: plant.script.now, planEnd: plant.script.now },
    leaderId: day.id('employee', 'E004'),
    lines: [...materials, ...products].map(code => ({ ...item(code), requiredQty: '5000' })),
  })
  await day.run('produceplan.release', { id })
  const lotNos = Array.from({ length: oneOf([1, 1, 2, 3]) as number }, (_, index) => `T${id}-${index}`)
  known.plans.push({ id, product, batches, lotNos })
}

const charge: PerformStep = async shop => {
  const { plan, lot } = planAndLot(shop, code => shop.next() < (isMaterial(code) ? 0.4 : 1))
  if (!plan || !lot) return null
  const qty = shop.some(3)
  await shop.issue(plan, lot, qty)
  if (shop.next() < 0.6) return shop.use(plan, lot, qty)
  // The rest stays in the plan's work, for later.
  shop.known.inWork.push({ plan, lot })
  return shop.use(plan, lot, (Number(qty) / 2).toFixed(4))
}

const produce: PerformStep = async ({ known, lately: recent, produce: make }) => {
  const from = recent(known.plans)
  return from ? make(from, from.product) : null
}

const receiveByProduct: PerformStep = async ({ known, lately: recent, produce: make }) => {
  const from = recent(known.plans)
  return from ? make(from, byProduct) : null
}

const rework: PerformStep = async shop => {
  const { plan, lot } = planAndLot(shop, code => products.includes(code))
  if (!plan || !lot) return null
  const { at, known, packing, houseOf, some, use } = shop
  const line = { productSpecId: packing(lot.code).productSpecId, lotId: lot.id, packageQty: some(2) }
  const { id } = await at.day.run('productstoreout.save', {
    ...{ outType: 'REWORK', outTime: at.plant.script.now, ...houseOf(lot.code), targetPlanId: plan.id, reason: '测试' },
    ...{ handlerId: at.day.id('employee', 'E003'), lines: [line] },
  })
  await at.day.run('productstoreout.approve', { id })
  await at.day.run('productstoreout.submit', { id })
  known.posted.push(['productstoreout', id])
  return use(plan, lot, line.packageQty)
}

const correct: PerformStep = async ({ at: { day }, known, lately: recent, next, some }) => {
  const id = recent(known.uses)
  const factAmount = next() < 0.2 ? '0' : some(3)
  return id ? day.run('usematerialrecord.correct', { id, factAmount, reason: '测试' }) : null
}

const giveBack: PerformStep = async ({ known, lately: recent, issue }) => {
  const left = recent(known.inWork)
  return left ? issue(left.plan, left.lot, '0.001', 'RETURN') : null
}

const makeUp: PerformStep = async shop => {
  const { plan, lot } = planAndLot(shop)
  if (!plan || !lot) return null
  const { at, known, item, binOf, reasoned, some, use } = shop
  const qty = some(2)
  const { id } = await at.day.run('materialmakeup.save', {
    ...{ ...item(lot.code), ...binOf(lot.code), ...reasoned, producePlanId: plan.id, lotId: lot.id, qty },
    ...{ makeUpTime: at.plant.script.now, reasonType: 'SPILL', reason: '测试', submit: true },
    applicantId: at.day.id('employee', 'E004'),
  })
  known.posted.push(['materialmakeup', id])
  return use(plan, lot, qty)
}

const sell: PerformStep = async ({ at: { day }, known, oneOf, lately: recent, some, reasoned }) => {
  const dealer = oneOf(['D001', 'D002', 'D003']) as string
  const lot = recent(known.lots.filter(({ code }) => !isMaterial(code)))
  if (!lot) return null
  const { id } = await day.sell(dealer, [day.saleLine(lot.code, lot.id, some(4), reasoned)])
  known.posted.push(['productsaleout', id])
  return known.sales.push({ dealer, lot })
}

const takeBack: PerformStep = async ({
  at: { day, plant },
  known,
  lately: recent,
  some,
  packing,
  houseOf,
  quarantine,
  release,
}) => {
  const sale = recent(known.sales)
  if (!sale) return null
  const { code, lotNo, id: lotId } = sale.lot
  const { id } = await day.run('productstorein.save', {
    ...{ storeInType: 'DEALER_RETURN', dealerId: day.id('dealer', sale.dealer), lotNo, ...packing(code) },
    ...{ ...houseOf(code), locationId: quarantine, packageQty: some(1.5), produceDate: plant.script.day },
    ...{ storeInTime: plant.script.now, handlerId: day.id('employee', 'E003'), submit: true },
  })
  known.posted.push(['productstorein', id])
  return release(lotId)
}

/** Wrong lot charged and taken out before the right one. */
const mistake: PerformStep = async shop => {
  const { at, known, some, issue, use, produce: make } = shop
  const [wrong, right] = [planAndLot(shop).lot, planAndLot(shop).lot]
  if (!wrong || !right) return null
  await plan(shop)
  const fresh = known.plans.at(-1) as Plan
  for (const lot of [wrong, right]) {
    const qty = some(1)
    await issue(fresh, lot, qty)
    await use(fresh, lot, qty)
    if (lot === wrong) await at.day.run('usematerialrecord.reverse', { id: known.uses.at(-1), reason: '测试' })
  }
  return make(fresh, fresh.product)
}

/** Refused as soon as something came out of the plan. */
const undoCharge: PerformStep = async ({ at: { day }, known, lately: recent }) => {
  const id = recent(known.uses)
  return id ? day.run('usematerialrecord.reverse', { id, reason: '测试' }) : null
}

const reverse: PerformStep = async ({ at: { day }, known: { posted }, next }) => {
  const [document] = posted.splice(Math.floor(next() * posted.length), 1)
  return document ? day.run(`${document[0]}.reverse`, { id: document[1], reason: '测试' }) : null
}

const performSteps: Readonly<Record<Step, PerformStep>> = {
  ...{ receive, plan, charge, produce, byProduct: receiveByProduct, rework, correct, giveBack, makeUp },
  ...{ sell, takeBack, mistake, undoCharge, reverse },
}

/** Steps done, by name, and what was refused of them. */
export type Counts = Readonly<Record<string, number>>

/** Random steps, each kind at least once, by seed. */
export async function simulateProduction(at: PlantServer, steps: number, seed: number): Promise<Counts> {
  const shop = await openWorkshop(at, seed)
  const counts: Record<string, number> = {}
  for (let tried = 0, done = 0; tried < steps * 6; tried += 1) {
    const missing = stepNames.filter(name => !counts[name])
    if (done >= steps && missing.length === 0) break
    const name = shop.oneOf(done < steps ? wheel : missing) as Step
    try {
      if ((await performSteps[name](shop)) === null) continue
      counts[name] = (counts[name] ?? 0) + 1
      done += 1
    } catch (error) {
      // What the trade forbids is left undone.
      if (!(error instanceof AppError)) throw error
      counts[`${name} ${error.refusal}`] = (counts[`${name} ${error.refusal}`] ?? 0) + 1
    }
  }
  return counts
}
