import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broken, lost, unasked } from '../support/killAudit.ts'
import { type Load, prepareLoad } from '../support/killLoad.ts'
import { type KillTarget, makeKillTarget, type Victim } from '../support/killTarget.ts'
import { openTestPlant } from '../support/plant.ts'
import { sized } from '../support/soak.ts'

const rounds = sized(4, 20, 'KILLS')
const victims: readonly Victim[] = ['server and database', 'server', 'postmaster', 'backend']
const survived: readonly Victim[] = ['postmaster', 'backend']
const people = sized(4, 8)
const between = (low: number, high: number) => low + Math.random() * (high - low)

let target: KillTarget
let load: Load

beforeAll(async () => {
  target = await makeKillTarget()
  await target.start()
  await target.signIn()
  load = await target.look(async db => prepareLoad(target, await openTestPlant(db)))
})
afterAll(() => target?.close())

/** Load until the kill and the restart; returns downtime and unanswered writes. */
async function killUnderLoad(victim: Victim, alsoAtStart: boolean) {
  let from = 0
  const before = load.acknowledged.length
  const unknown = await load.work(people, async () => {
    // a freshly started server may be slow to answer on a busy machine
    await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before)
    await delay(between(100, 2_500))
    await target.kill(victim)
    from = performance.now()
  })
  if (alsoAtStart) {
    await target.startAndKill(between(100, 1_500))
    from = performance.now()
  }
  // a server recovers from a lost database without a restart
  if (!survived.includes(victim)) await target.start()
  await target.answers()
  return { unknown, backAfter: performance.now() - from }
}

test.skipIf(process.platform === 'win32')(
  `after ${rounds} times kill -9 under load nothing acknowledged is lost and nothing is half there`,
  async () => {
    let slowest = 0
    let repeated = 0
    for (let round = 0; round < rounds; round += 1) {
      const victim = victims[round % victims.length] as Victim
      const { unknown, backAfter } = await killUnderLoad(victim, round % 8 === 4)
      slowest = Math.max(slowest, backAfter)
      const found = await target.look(async db => ({
        lost: await lost(db, load.acknowledged),
        broken: await broken(db),
      }))
      expect(found, `round ${round}: ${victim}`).toEqual({ lost: [], broken: [] })
      // unanswered writes are retried, in the session from before the kill
      await Promise.all(unknown.map(written => load.repeat(written)))
      repeated += unknown.length
    }
    const { acknowledged, refused } = load
    const found = await target.look(async db => ({
      lost: await lost(db, acknowledged),
      broken: await broken(db),
      unasked: await unasked(db, acknowledged),
    }))
    expect({ ...found, refused }).toEqual({ lost: [], broken: [], unasked: [], refused: [] })
    const seconds = (slowest / 1000).toFixed(2)
    console.log(
      `${rounds} kills, ${acknowledged.length} writes acknowledged, ${repeated} of them repeated, 0 lost, back after at most ${seconds} s`,
    )
  },
  60_000 + rounds * 60_000,
)

test.skipIf(process.platform === 'win32').for(['server', 'postmaster'] as const)(
  'a %s that is stopped for three seconds costs nobody an answer',
  { timeout: 90_000 },
  async victim => {
    const before = load.acknowledged.length
    const unknown = await load.work(people, async () => {
      await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before)
      await target.pause(victim, 3_000)
      const until = load.acknowledged.length + people
      await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(until)
    })
    const found = await target.look(async db => ({ lost: await lost(db, load.acknowledged), broken: await broken(db) }))
    expect({ ...found, unknown, refused: load.refused }).toEqual({ lost: [], broken: [], unknown: [], refused: [] })
  },
)
