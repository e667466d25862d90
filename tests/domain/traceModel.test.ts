/**
 * Traces against an independent model (tests/model/trace*): random lots in a plant of rework, cycles, splits,
 * corrections and reversals, and in a generated one. `npm run trace` asks 10,000; TRACES, STEPS and SEED change it. The
 * seed repeats plant and questions.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import type { Context, Database } from '../../server/db/connection/context.ts'
import { transact } from '../../server/db/connection/open.ts'
import { seedGenerated } from '../../server/domain/seed/generated/generate.ts'
import { sizes } from '../../server/domain/seed/generated/sizes.ts'
import { scopeOf } from '../../server/domain/trace/walk/traceScope.ts'
import { compare } from '../model/traceCompare.ts'
import { type TracedPlant, tracedPlant } from '../model/traceLedger.ts'
import { plantAt, reachOf } from '../model/traceModel.ts'
import { askedBy, describeQuestion, type Question, questionsOf, understood } from '../model/traceQuestions.ts'
import { type Counts, simulateProduction, stepNames } from '../model/traceStories.ts'
import { withPlant } from '../support/plantServer.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { sized } from '../support/soak.ts'

const traces = sized(200, 10_000, 'TRACES')
const isLong = traces > 2000
const steps = Number(process.env.STEPS ?? (isLong ? 900 : 200))
const seed = Number(process.env.SEED ?? 20_261_122)
const share = (part: number) => Math.round(traces * part)
const size = isLong
  ? { ...sizes.small, plans: 530, uses: 8, controls: 1 }
  : { ...sizes.small, plans: 130, dealers: 12, uses: 6, controls: 1, salesPerLot: 4 }

/** Works as the administrator, in one transaction. */
async function inside<T>(db: Database, work: (context: Context) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ userId: number; customerId: number }>`
    select id as "userId", "customerId" from "user" order by id limit 1`.execute(db)
  const now = new Date().toISOString()
  const who = { locale: 'zh-CN' as const, grants: new Map(), ip: '', now, timeZone: 'Asia/Shanghai' }
  const { userId, customerId } = rows[0] as { userId: number; customerId: number }
  return transact(db, tx => work({ ...who, tx, userId, customerId, today: now.slice(0, 10) }))
}

const readPlant = (db: Database) => tracedPlant(async query => (await query.execute(db)).rows)
/** Some questions ask for every row of every section too. */
const isWhole = ({ number }: Question) => number % (isLong ? 40 : 10) === 0

/** Asks all questions; the differences in words, each with what was asked. */
async function differencesIn(db: Database, plant: TracedPlant, questions: readonly Question[]): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < questions.length; from += 100) {
    await inside(db, async context => {
      for (const question of questions.slice(from, from + 100))
        found.push(...(await compare(context, plant, question, isWhole(question))))
    })
    if (isLong)
      process.stderr.write(
        `${Math.min(from + 100, questions.length)} of ${questions.length} asked, ${found.length} differences\n`,
      )
  }
  return found
}

/** The first differences of each kind. */
const shown = (found: readonly string[]) =>
  [...Map.groupBy(found, each => /^.*?\): (\D*)/.exec(each)?.[1]).values()].flatMap(of => of.slice(0, 4))
const title = (count: number) => `${count} random traces (seed ${seed})`

/** Pairs that break symmetry: b contains a exactly where a went into b. */
async function asymmetries(db: Database, lots: readonly number[], numbers: ReadonlyMap<number, string>) {
  const reached = { asc: new Map<number, ReadonlySet<number>>(), desc: new Map<number, ReadonlySet<number>>() }
  await inside(db, async context => {
    for (const lot of lots) {
      const lotNos = [numbers.get(lot) ?? '']
      reached.asc.set(lot, new Set((await scopeOf(context, 'asc', { lotNos })).lots))
      reached.desc.set(lot, new Set((await scopeOf(context, 'desc', { productLotNos: lotNos })).lots))
    }
  })
  const pairs = lots.flatMap(a => lots.map(b => [a, b] as const))
  const odd = pairs.filter(([a, b]) => reached.asc.get(a)?.has(b) !== reached.desc.get(b)?.has(a))
  return { pairs: pairs.filter(([a, b]) => a !== b && reached.asc.get(a)?.has(b)).length, odd }
}

/** Lots with a unique number, so that a number asks for one lot. */
const alone = (plant: TracedPlant) =>
  new Map([...plant.numbers].flatMap(([lotNo, [lot, ...others]]) => (lot && others.length === 0 ? [[lot, lotNo]] : [])))

describe(`in a plant of ${steps} steps`, { timeout: 7_200_000 }, () => {
  const at = withPlant()
  let plant: TracedPlant
  let counts: Counts
  beforeAll(async () => {
    counts = await simulateProduction(at, steps, seed)
    plant = await readPlant(at.server.db)
  }, 7_200_000)

  test('there is everything that makes a trace hard: loops, long ways, both precisions, full kettles, every deed', () => {
    expect(stepNames.filter(name => !counts[name])).toEqual([])
    const then = plantAt(plant.movements, Number.POSITIVE_INFINITY)
    const reaches = [...plant.lots.keys()].map(lot => ({ lot, ...reachOf(then, [lot], 'asc') }))
    const goesInto = new Map(reaches.map(({ lot, levels }) => [lot, levels]))
    const loops = reaches.filter(({ lot, levels }) =>
      [...levels.keys()].some(other => other !== lot && goesInto.get(other)?.has(lot)),
    )
    const steps = Math.max(...reaches.flatMap(({ levels }) => [...levels.values()]))
    const precisions = new Set(then.graphs.BATCH.links.map(link => link.precision))
    const cooking = [...then.cooking.BATCH].some(([plan, charges]) => charges.length > 0 && !plant.closed.has(plan))
    expect({ loops: loops.length > 2, far: steps > 3, cooking, precisions }).toEqual({
      loops: true,
      far: true,
      cooking: true,
      precisions: new Set(['BATCH', 'PLAN']),
    })
    if (isLong)
      process.stderr.write(
        `${JSON.stringify({ ...counts, lots: plant.lots.size, rows: plant.movements.length, links: then.graphs.BATCH.links.length, loops: loops.length, steps })}\n`,
      )
  })

  test(`${title(share(0.6))} reach what the model reaches, as far, by the same links, and balance to 0.0000`, async () => {
    const questions = questionsOf(plant, { seed, questions: share(0.6), moments: isLong ? 200 : 60 })
    expect(shown(await differencesIn(at.server.db, plant, questions))).toEqual([])
  })

  test('a lot contains another exactly where the other went into it', async () => {
    const numbers = alone(plant)
    const { pairs, odd } = await asymmetries(at.server.db, [...numbers.keys()].slice(isLong ? -500 : -50), numbers)
    expect(pairs).toBeGreaterThan(20)
    expect(odd).toEqual([])
  })

  test('what a person is answered says the same: how many lots, plans, products, dealers, and 100.00 percent', async () => {
    const questions = questionsOf(plant, { seed: seed + 1, questions: isLong ? 400 : 30, moments: 5 })
    for (const question of questions) {
      const { roots: asked, view } = understood(plant, question)
      const { levels, links } = reachOf(question.then, asked, question.direction, view)
      const lots = [...levels.keys()].map(lot => plant.lots.get(lot))
      const path = question.direction === 'asc' ? 'ReviewAsc' : 'ReviewDesc'
      const answer = await at.server.call('POST', `SafetyReview/${path}`, askedBy(question), at.token)
      const { counts: told, accountedRate, asOfSeq } = (answer.data ?? {}) as TraceAnswer
      const expected = {
        lots: lots.length,
        plans: new Set(links.map(link => link.plan)).size,
        productLots: lots.filter(lot => lot?.isProduct).length,
        suppliers: new Set(lots.flatMap(lot => lot?.supplier ?? [])).size,
      }
      expect([describeQuestion(question), answer.status, told, asOfSeq]).toMatchObject([
        describeQuestion(question),
        0,
        expected,
        question.then.seq,
      ])
      const has = [...levels.keys()].some(lot => (question.then.standing.get(lot) ?? []).length > 0)
      expect([describeQuestion(question), accountedRate]).toEqual([describeQuestion(question), has ? '100.00' : null])
    }
  })
})

describe('in a generated plant', { timeout: 7_200_000 }, () => {
  let server: TestServer
  let plant: TracedPlant
  beforeAll(async () => {
    const filled = { as: 'traced', with: (_: Database, owner: Database) => seedGenerated(owner, size) }
    server = await startTestServer({ filled })
    plant = await readPlant(server.db)
  }, 600_000)
  afterAll(() => server.close())

  test('the genealogy that was generated is that of its ledger', async () => {
    const stored = await sql<Values>`
      select "inLotId" || ' → ' || "outLotId" || ' ' || "producePlanId" || '/' || "batchSeq" || ' ' || "linkPrecision" as link
      from lotlink order by 1`.execute(server.db)
    const { links } = plantAt(plant.movements, Number.POSITIVE_INFINITY).graphs.BATCH
    const ours = links.map(link => `${link.input} → ${link.output} ${link.plan}/${link.batch} ${link.precision}`)
    expect(new Set(ours)).toEqual(new Set(stored.rows.map(row => row.link)))
  })

  test(`${title(share(0.4))} reach what the model reaches, as far, by the same links, and balance to 0.0000`, async () => {
    const questions = questionsOf(plant, { seed, questions: share(0.4), moments: isLong ? 40 : 5 })
    expect(shown(await differencesIn(server.db, plant, questions))).toEqual([])
  })

  test('a lot contains another exactly where the other went into it', async () => {
    const numbers = alone(plant)
    const { pairs, odd } = await asymmetries(server.db, [...numbers.keys()].slice(isLong ? -1500 : -100), numbers)
    expect(pairs).toBeGreaterThan(20)
    expect(odd).toEqual([])
  })
})
