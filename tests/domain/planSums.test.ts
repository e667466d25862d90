/** Plan sums: updated by each posting at constant cost, and always equal to the ledger. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usematerialrecord } from '#contract/production/usematerialrecord.ts'
import { AppError } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import { saveRecord } from '../../server/domain/records.ts'
import { planDifferences } from '../../server/domain/tasks/jobs/planDifferences.ts'
import { brokenPlanSums } from '../model/identities.ts'
import { randomFrom } from '../model/quantity.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
beforeAll(async () => {
  await at.day.product('X1', [
    ['M001', '1'],
    ['M003', '0.3333'],
  ])
  await at.day.product('Y1', [['M001', '1']], { productType: 'BYPRODUCT' })
  await plantOf(at).signAs('E001')
})

const reasoned = { fefoOverrideReason: '测试' }
const issue = (planId: number, code: string, lot: Lot, qty: string, more: Values = {}) =>
  at.day.issue(planId, [{ materialId: at.day.id('material', code), lotId: lot.id, qty, ...reasoned }], more)

describe('a posting on a plan', () => {
  /** Rows a charge reads and writes in the plans' tables, by table. */
  async function workOf(planId: number, lot: Lot): Promise<Values> {
    const row = { producePlanId: planId, useTime: at.plant.script.now, lotId: lot.id, factAmount: '0.1', batchSeq: 1 }
    return at.plant.inside(async context => {
      await sql`set local enable_seqscan = off`.execute(context.tx)
      // Statistics of earlier transactions may still be pending.
      const counted = async () => {
        const { rows } = await sql<{ name: string; read: number; written: number }>`
          select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read,
            (n_tup_ins + n_tup_upd + n_tup_del)::int as written
          from pg_stat_xact_user_tables
          where relname in ('stockledger', 'lotlink', 'produceplanmaterial') order by 1`.execute(context.tx)
        return rows
      }
      const before = await counted()
      await saveRecord(context, usematerialrecord, { ...row, operatorId: at.day.id('employee', 'E004') })
      const after = await counted()
      return Object.fromEntries(
        after.map(({ name, read, written }, index) => [
          name,
          [read - (before[index]?.read ?? 0), written - (before[index]?.written ?? 0)],
        ]),
      )
    })
  }

  test('reads and writes no more of a plan of many movements than of one of few', async () => {
    const lots = [await at.plant.lot('M001', '200'), await at.plant.lot('M001', '200')] as const
    const begun = async () => {
      const fresh = await at.plant.lot('M001', '200')
      const planId = await at.plant.plan('X1', '100', { batchCount: 30 })
      for (const lot of [...lots, fresh]) await issue(planId, 'M001', lot, '20')
      for (const lot of lots) await at.day.use(planId, lot.id, '0.1', { batchSeq: 1 })
      await at.day.produce(planId, '0.1', { batchSeq: 1 })
      return { planId, fresh }
    }
    const [few, many] = [await begun(), await begun()]
    for (let count = 0; count < 60; count += 1)
      await at.day.use(many.planId, lots[count % 2]?.id ?? 0, '0.1', { batchSeq: (count % 30) + 1 })
    const [ofFew, ofMany] = [await workOf(few.planId, few.fresh), await workOf(many.planId, many.fresh)]
    for (const table of ['stockledger', 'lotlink', 'produceplanmaterial']) {
      const [before, after] = [ofFew[table], ofMany[table]] as (readonly [number, number])[]
      expect([table, after?.[1]]).toEqual([table, before?.[1]])
      // Tolerance for the planner: the defect read each of sixty movements seven times.
      expect((after?.[0] ?? 0) - (before?.[0] ?? 0), table).toBeLessThan(30)
    }
    expect(ofFew.stockledger).toEqual([expect.any(Number), 1])
  })
})

describe('sums of plans', () => {
  const next = randomFrom(20_261_124)
  const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)]
  const some = (quantity: unknown) => {
    const share = next()
    const taken = decimal(quantity)
      .times(share < 0.15 ? 1 : share)
      .round(4)
    return taken.gt(0) ? taken.toFixed(4) : '0.0001'
  }
  const one = async (query: ReturnType<typeof sql<Values>>) => oneOf(await at.rows(query))
  const inWork = (planId: number) =>
    one(sql<Values>`
      select b."lotId", b.quantity, l."materialId" from stockbalance b join stocklot l on l.id = b."lotId"
      where b."producePlanId" = ${planId} and b.quantity > 0`)
  const posted = (entity: string, planId: number) =>
    one(sql<Values>`
      select id from ${sql.table(entity)} where "producePlanId" = ${planId} and status = 'SUBMITTED'`)
  const undo = async (entity: string, planId: number) => {
    const found = await posted(entity, planId)
    return found ? at.day.run(`${entity}.reverse`, { id: found.id, reason: '随机' }) : null
  }

  const stepsOf = (lots: readonly (readonly [string, Lot])[]) => ({
    issue: (planId: number) => {
      const [code, lot] = oneOf(lots) as readonly [string, Lot]
      return issue(planId, code, lot, some('6'))
    },
    giveBack: async (planId: number) => {
      const held = await inWork(planId)
      const line = held && { materialId: held.materialId, lotId: held.lotId, qty: some(held.quantity), ...reasoned }
      return line ? at.day.issue(planId, [line], { issueType: 'RETURN' }) : null
    },
    use: async (planId: number) => {
      const held = await inWork(planId)
      const batchSeq = oneOf([1, 2, 3])
      return held ? at.day.use(planId, Number(held.lotId), some(held.quantity), { batchSeq }) : null
    },
    correct: async (planId: number) => {
      const use = await one(sql<Values>`
        select id, "factAmount" from usematerialrecord
        where "producePlanId" = ${planId} and status = 'SUBMITTED' and "correctionOfId" is null`)
      const factAmount = next() < 0.2 ? '0' : use && some(decimal(use.factAmount).times(2).toFixed(4))
      return use ? at.day.run('usematerialrecord.correct', { id: use.id, factAmount, reason: '随机' }) : null
    },
    produce: (planId: number) => {
      const batchSeq = oneOf([1, 1, 2, 2, 3, null])
      return at.day.produce(planId, oneOf(['0.5', '1', '1.25']) as string, {
        batchSeq,
        lotNo: `S${planId}-${oneOf([1, 2])}`,
      })
    },
    byProduct: (planId: number) =>
      at.day.produce(planId, '0.5', {
        ...{ productId: at.day.id('product', 'Y1'), productSpecId: at.day.id('productspec', 'Y1-1') },
        ...{ batchSeq: oneOf([1, 2]), lotNo: `Y${planId}` },
      }),
    scrap: async (planId: number) => {
      const held = await inWork(planId)
      const what = held && { lotId: held.lotId, qty: some(held.quantity) }
      return held ? at.day.run('produceplan.scrapRest', { id: planId, ...what, reason: '随机' }) : null
    },
    undoIssue: (planId: number) => undo('getmaterialrecord', planId),
    undoUse: (planId: number) => undo('usematerialrecord', planId),
    undoReceipt: (planId: number) => undo('productstorein', planId),
  })
  const wheel = (
    'issue issue issue use use use use correct correct produce produce produce byProduct giveBack scrap ' +
    'undoIssue undoUse undoUse undoReceipt undoReceipt'
  ).split(' ')

  test('are those of the ledger after each of many steps and reversals at random, links too', async () => {
    const lots: (readonly [string, Lot])[] = []
    for (const code of ['M001', 'M001', 'M001', 'M003', 'M003']) lots.push([code, await at.plant.lot(code, '500')])
    const plans = [
      await at.plant.plan('X1', '400', { batchCount: 3 }),
      await at.plant.plan('X1', '400', { batchCount: 3 }),
    ]
    const steps = stepsOf(lots)
    const counts = new Map<string, number>()
    const precisions = new Set<unknown>()
    for (let tried = 0; tried < 180; tried += 1) {
      const name = oneOf(wheel) as keyof typeof steps
      const planId = oneOf(plans) as number
      try {
        if ((await steps[name](planId)) === null) continue
        counts.set(name, (counts.get(name) ?? 0) + 1)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        continue
      }
      const wrong = [...(await brokenPlanSums(at)), ...(await at.plant.inside(context => planDifferences(context, 5)))]
      expect(wrong, `${tried} ${name}`).toEqual([])
      for (const link of await at.rows(sql<Values>`select distinct "linkPrecision" from lotlink`))
        precisions.add(link.linkPrecision)
    }
    for (const name of Object.keys(steps)) expect(counts.get(name) ?? 0, name).toBeGreaterThan(1)
    expect([...precisions].sort()).toEqual(['BATCH', 'PLAN'])
  })
})
