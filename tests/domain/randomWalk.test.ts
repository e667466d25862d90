import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/schema/answer.ts'
import { awayFromZero, decimal, towardsZero } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import { trace } from '../../server/domain/trace/sections/trace.ts'
import { brokenPlanSums } from '../model/identities.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
const operations = 150
const seed = 20_261_121

/** The same numbers between 0 and 1 on every run. */
function random(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const next = random(seed)
const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)]
/** Random part of a quantity, to four decimals: often all, sometimes a crumb. */
const some = (quantity: unknown): string => {
  const part = next()
  const share = part < 0.3 ? 1 : part < 0.4 ? 0.0001 : part
  const taken = decimal(quantity).times(share).round(4)
  return taken.gt(0) ? taken.toFixed(4) : String(quantity)
}
const reasoned = { fefoOverrideReason: '随机' }

const stock = (item: 'materialId' | 'productId') =>
  at.rows(sql<Values>`
    select id, "materialId", "productId", "onHandQty" from stocklot l
    where ${sql.ref(item)} is not null and "onHandQty" > 0 and "qualityStatus" = 'RELEASED'
      and not exists (select 1 from material m where m.id = l."materialId" and not m."isLotTracked")`)
const plans = (...states: string[]) =>
  at.rows(sql<Values>`select id, "docNo", "plannedQty", "producedQty" from produceplan where status = any(${states})`)
const inProgress = () =>
  at.rows(sql<Values>`
    select b."lotId", b."producePlanId", b.quantity, l."materialId", l."productId" from stockbalance b
    join stocklot l on l.id = b."lotId" join produceplan p on p.id = b."producePlanId"
    where b.quantity > 0 and p.status in ('ISSUING', 'PRODUCING')`)
const item = (lot: Values): Values =>
  lot.materialId ? { materialId: lot.materialId } : { itemType: 'PRODUCT', semiProductId: lot.productId }

const done: (readonly [entity: string, id: number])[] = []
const remember = async (entity: string, work: Promise<Values>) => {
  done.push([entity, (await work).id as number])
}

const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  receive: async () => {
    const code = oneOf(['M001', 'M002', 'M004']) as string
    const opening = next() < 0.2 ? { storeInType: 'OPENING' } : {}
    const receipt = await at.day.receive([at.day.receiptLine(code, some('100'))], opening)
    done.push(['materialstorein', receipt.id])
    await at.day.run('stocklot.release', { id: receipt.lines[0]?.lotId as number })
  },
  plan: () => at.plant.plan(oneOf(['R1', 'R1', 'R2']) as string, some('50')),
  issue: async () => {
    const plan = oneOf(await plans('RELEASED', 'ISSUING', 'PRODUCING'))
    if (!plan) return null
    const lines = await at.rows(sql<Values>`select * from produceplanmaterial where "parentId" = ${plan.id}`)
    const needed = oneOf(lines)
    const held = [...(await stock('materialId')), ...(await stock('productId'))].filter(lot =>
      needed?.materialId ? lot.materialId === needed.materialId : lot.productId === needed?.semiProductId,
    )
    const lot = oneOf(held)
    if (!needed || !lot) return null
    const open = decimal(needed.requiredQty).minus(decimal(needed.issuedQty)).plus(decimal(needed.returnedQty))
    const most = open.lt(decimal(lot.onHandQty)) ? open : decimal(lot.onHandQty)
    if (most.lte(0)) return null
    const warehouseId = at.day.id('warehouse', lot.materialId ? 'WH01' : 'WH05')
    const line = { ...item(lot), lotId: lot.id, qty: some(most.toFixed(4)), ...reasoned }
    return remember('getmaterialrecord', at.day.issue(plan.id as number, [line], { warehouseId }))
  },
  giveBack: async () => {
    const held = oneOf(await inProgress())
    if (!held) return null
    const line = { ...item(held), lotId: held.lotId, qty: some(held.quantity) }
    const warehouseId = at.day.id('warehouse', held.materialId ? 'WH01' : 'WH05')
    const back = at.day.issue(held.producePlanId as number, [line], { warehouseId, issueType: 'RETURN' })
    return remember('getmaterialrecord', back)
  },
  use: async () => {
    const held = oneOf(await inProgress())
    if (!held) return null
    const use = at.day.use(held.producePlanId as number, held.lotId as number, some(held.quantity))
    return remember('usematerialrecord', use)
  },
  produce: async () => {
    const plan = oneOf(await plans('PRODUCING'))
    if (!plan) return null
    const left = decimal(plan.plannedQty).minus(decimal(plan.producedQty))
    if (left.lte(0.01)) return at.day.run('produceplan.finish', { id: plan.id })
    const packages = decimal(some(left.toFixed(4)))
      .round(2, awayFromZero)
      .toFixed(2)
    const receipt = await at.day.produce(plan.id as number, packages)
    done.push(['productstorein', receipt.id])
    const [lot] = await at.rows(sql<Values>`select "qualityStatus" from stocklot where id = ${receipt.lotId}`)
    return lot?.qualityStatus === 'PENDING' ? at.day.run('stocklot.release', { id: receipt.lotId }) : receipt
  },
  sell: async () => {
    const lot = oneOf(await stock('productId'))
    const packages = decimal(some(lot?.onHandQty ?? 0)).round(2, towardsZero)
    if (!lot || packages.lte(0)) return null
    const code = lot.productId === at.day.id('product', 'R1') ? 'R1' : 'R2'
    const dealer = oneOf(['D001', 'D002', 'D003']) as string
    const line = at.day.saleLine(code, lot.id as number, packages.toFixed(2), reasoned)
    return remember('productsaleout', at.day.sell(dealer, [line]))
  },
  reverse: async () => {
    const index = Math.floor(next() * done.length)
    const [document] = done.splice(index, 1)
    return document ? at.day.run(`${document[0]}.reverse`, { id: document[1], reason: '随机' }) : null
  },
}
/** How often each is tried, by its weight. */
const wheel =
  'receive receive plan issue issue issue issue use use use produce produce sell sell giveBack reverse'.split(' ')

beforeAll(async () => {
  await at.day.product('R1', [
    ['M001', '1'],
    ['M002', '0.3333'],
  ])
  await at.day.product('R2', [
    ['R1', '1'],
    ['M004', '0.0001'],
  ])
})

test(`after ${operations} operations at random every lot adds up to 100.00 percent, and every balance to the ledger`, async () => {
  const counts: Record<string, number> = {}
  const refusals = new Set<string>()
  for (let tried = 0, done = 0; done < operations && tried < operations * 4; tried += 1) {
    const name = oneOf(wheel) as string
    try {
      if ((await steps[name]?.()) === null) continue
      counts[name] = (counts[name] ?? 0) + 1
      done += 1
      expect(await brokenPlanSums(at), name).toEqual([])
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals.add(error.refusal)
    }
  }
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(operations)
  for (const name of Object.keys(steps)) expect(counts[name], name).toBeGreaterThan(0)
  // Refusals that the walk may meet; any other fails it.
  const understood = ['blockedByUse', 'planNotOpen', 'shortOfStock', 'issueOverRequired', 'wrongState', 'nothingUsed']
  expect([...refusals].filter(name => !understood.includes(name))).toEqual([])

  expect(await unbalancedLots(at.server.db)).toEqual([])
  const lots = await at.rows(sql<Values>`select "lotNo" from stocklot order by id`)
  const answer = await at.plant.inside(context => trace(context, 'asc', { lotNos: lots.map(lot => String(lot.lotNo)) }))
  const balances = (answer.sections.reviewbalance?.rows ?? []).filter(row => row.scopeType === 'LOT')
  expect(balances.length).toBeGreaterThan(10)
  const parts = [
    'onHandQty',
    'wipQty',
    'usedQty',
    'soldQty',
    'sampleQty',
    'testedQty',
    'scrapQty',
    'supplierReturnQty',
    'countDiffQty',
  ]
  for (const row of balances) {
    const sum = parts.reduce((total, part) => total.plus(decimal(row[part])), decimal(0))
    expect([row.refNo, sum.toFixed(4)]).toEqual([row.refNo, decimal(row.sourceQty).toFixed(4)])
    // A lot whose receipt was undone has neither beginning nor end.
    expect([row.refNo, row.accountedRate]).toEqual([row.refNo, decimal(row.sourceQty).eq(0) ? null : '100.00'])
  }
})

test('and the figures of every plan are those of the ledger: issued = used + returned + what is left', async () => {
  const wrong = await at.rows(sql<Values>`
    select p."docNo", x.* from produceplanmaterial x join produceplan p on p.id = x."parentId"
    where x."issuedQty" <> x."usedQty" + x."returnedQty" + x."wipQty" or x."wipQty" <> coalesce((
      select sum(b.quantity) from stockbalance b join stocklot l on l.id = b."lotId"
      where b."producePlanId" = p.id and l."materialId" is not distinct from x."materialId"
        and l."productId" is not distinct from x."semiProductId"), 0)`)
  expect(wrong).toEqual([])
  const produced = await at.rows(sql<Values>`
    select p."docNo" from produceplan p
    where coalesce(p."producedQty", 0) <> coalesce((select sum(g.quantity) from stockledger g
      where g."producePlanId" = p.id and g."moveType" = 'OUT'
        and not exists (select 1 from stockledger r where r."reversalOfSeq" = g.id)), 0)`)
  expect(produced).toEqual([])
})
