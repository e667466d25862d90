/**
 * Property test of the identities (domain.md §2.9): random concurrent operations against an independent model
 * (tests/model). `npm run identities` is the full run; OPERATIONS, CLIENTS and SEED change it. The seed repeats the
 * random choices, not the interleaving of clients.
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { unexpectedRefusals } from '../model/allowedRefusals.ts'
import { differencesOf } from '../model/compare.ts'
import { allLinks } from '../model/effects.ts'
import { openFixture, type PlantFixture } from '../model/fixture.ts'
import { brokenIdentities } from '../model/identities.ts'
import { type Entry, randomWalk } from '../model/randomWalk.ts'
import { recallOf } from '../model/recalled.ts'
import { type Replayed, replay } from '../model/replay.ts'
import { summaryOf } from '../model/summary.ts'
import { compare } from '../model/traceCompare.ts'
import { tracedPlant } from '../model/traceLedger.ts'
import { plantAt } from '../model/traceModel.ts'
import { questionsOf } from '../model/traceQuestions.ts'
import { withPlant } from '../support/plantServer.ts'
import { sized } from '../support/soak.ts'

const at = withPlant()
const operations = sized(500, 100_000, 'OPERATIONS')
const clients = sized(12, 50, 'CLIENTS')
const seed = Number(process.env.SEED ?? 20_261_121)
const minutes = Number(process.env.MINUTES ?? 600)
const isLong = operations > 5000
const title = `${operations} operations at random by ${clients} people at once (seed ${seed})`

let entries: readonly Entry[] = []
let replayed: Replayed
let fixture: PlantFixture

/** Number of deadlocks that PostgreSQL resolved. */
async function deadlocks(): Promise<number> {
  const [row] = await at.rows(sql`select deadlocks::int from pg_stat_database where datname = current_database()`)
  return Number(row?.deadlocks)
}

beforeAll(async () => {
  fixture = await openFixture(at)
  const began = performance.now()
  const progress = (done: readonly Entry[]) => {
    const latest = Map.groupBy(done.slice(-1000), entry => entry.refusal ?? 'done')
    const commonest = [...latest].sort((one, other) => other[1].length - one[1].length).slice(0, 6)
    const counts = commonest.map(([what, { length }]) => `${what} ${length}`).join(', ')
    process.stderr.write(
      `${done.length} in ${((performance.now() - began) / 60_000).toFixed(1)} min; of the last: ${counts}\n`,
    )
  }
  entries = await randomWalk(at, fixture, {
    operations,
    clients: clients,
    seed,
    minutes,
    ...(isLong ? { progress } : {}),
  })
  const took = performance.now() - began
  replayed = await replay(at, fixture, entries)
  if (isLong || process.env.SUMMARY) process.stderr.write(summaryOf(entries, took, await deadlocks()))
}, 36_000_000)

const shown = (found: readonly string[]) => found.slice(0, 12)

describe(title, { timeout: 1_200_000 }, () => {
  test('are done or refused, never a defect, and most kinds are done at least once', () => {
    // 503 is fine where a retry succeeds; a final 5xx is a defect.
    const defects = entries.filter(entry => entry.http >= 500 || entry.refusal === 'defect')
    expect(shown(defects.map(entry => `${entry.http} ${entry.name} ${entry.key}`))).toEqual([])
    expect(entries.filter(entry => entry.done !== null).length).toBeGreaterThan(entries.length / 2)
  })

  test('were done only where the trade allows it, one after the other, and nothing was done that was not answered', () => {
    expect(shown(replayed.differences)).toEqual([])
  })

  test('were refused only where the trade forbids it at some moment of the call', () => {
    expect(shown(unexpectedRefusals(entries, replayed))).toEqual([])
  })

  test('leave every balance, status, figure and link exactly as the model has them', async () => {
    expect(shown(await differencesOf(at, replayed.state))).toEqual([])
  })

  test('can be traced: the ledger tells the links of what was done, and traces of random lots are what the model has', async () => {
    const plant = await tracedPlant(at.rows)
    const said = ({ input, output, plan, batch, used, precision }: ReturnType<typeof allLinks>[number]) =>
      `${input} → ${output} by ${plan}/${batch}: ${used} ${precision}`
    const { links } = plantAt(plant.movements, Number.POSITIVE_INFINITY).graphs.BATCH
    expect(new Set(links.map(said))).toEqual(new Set(allLinks(replayed.state).map(said)))
    const differences = await at.plant.inside(async context => {
      const found: string[] = []
      for (const question of questionsOf(plant, { seed, questions: 100, moments: 10 }))
        found.push(...(await compare(context, plant, question, question.number % 8 === 0)))
      return found
    })
    expect(shown(differences)).toEqual([])
  })

  test('keep the identities I1 to I8, and nothing is ever negative', async () => {
    expect(await brokenIdentities(at)).toEqual([])
  })

  test('and a recall accounts for its lots (I7): what it shows is what the model has, and the rest is shown', async () => {
    const { shown: figures, expected } = await recallOf(at, fixture, replayed.state)
    expect(expected.length).toBeGreaterThan(0)
    expect(figures).toMatchObject(expected)
    expect(await brokenIdentities(at)).toEqual([])
  })

  test.runIf(!isLong)('and the model would have noticed one operation that is missing', async () => {
    const named = entries.map(({ about }) =>
      about.kind === 'correct' ? about.use : 'document' in about && about.document,
    )
    const isLast = ({ done }: Entry) => done?.kind === 'use' && !named.includes(done.document)
    const missing = entries.findLast(isLast) as Entry
    const without = await replay(
      at,
      fixture,
      entries.filter(entry => entry !== missing),
    )
    expect(without.differences.length + (await differencesOf(at, without.state)).length).toBeGreaterThan(1)
    const denied = {
      ...missing,
      done: null,
      refusal: 'shortOfStock',
      data: { lotNo: '', needed: '1', available: '0' },
    } as const
    expect(unexpectedRefusals([denied], replayed)).toHaveLength(1)
  })

  test('and a tenth of a gram too much somewhere would have been noticed', async () => {
    const shift = (by: string) =>
      at.rows(sql`update stockbalance set quantity = quantity + ${by}::numeric
        where id = (select min(id) from stockbalance where "producePlanId" is null and "dealerId" is null) returning id`)
    await shift('0.0001')
    const [broken, differing] = [await brokenIdentities(at), await differencesOf(at, replayed.state)]
    await shift('-0.0001')
    expect(broken.map(each => each.slice(0, 2))).toEqual(expect.arrayContaining(['I8']))
    expect(differing.some(each => each.startsWith('balance'))).toBe(true)
  })
})

// After the walk, whose books they would disturb.
test('a lot of a batch that nothing was charged to is still linked to what its plan was charged with (I6)', async () => {
  const lot = await at.plant.lot('M001', '10')
  const planId = await at.plant.plan('X1', '10', { batchCount: 2 })
  const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '7', fefoOverrideReason: '测试' }
  await at.day.issue(planId, [line])
  await at.day.use(planId, lot.id, '7', { batchSeq: 1 })
  const made = await at.day.produce(planId, '7', { batchSeq: 2 })
  expect(await at.rows(sql`select "inLotId", "outLotId" from lotlink where "producePlanId" = ${planId}`)).toEqual([
    { inLotId: lot.id, outLotId: made.lotId },
  ])
})

test('a yield that no scale has is no defect: a first crumb was charged, and everything received', async () => {
  const lot = await at.plant.lot('M001', '10')
  const planId = await at.plant.plan('X1', '10')
  const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '1', fefoOverrideReason: '测试' }
  await at.day.issue(planId, [line])
  await at.day.use(planId, lot.id, '0.0001')
  expect(await at.day.produce(planId, '10')).toMatchObject({ status: 'SUBMITTED' })
})
