import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broken, lost, unasked } from '../support/killAudit.ts'
import { type Load, prepareLoad } from '../support/killLoad.ts'
import { type KillTarget, makeKillTarget, type Victim } from '../support/killTarget.ts'
import { openTestPlant } from '../support/plant.ts'

const rounds = Number(process.env.KILLS ?? 3)
const victims: readonly Victim[] = ['server and database', 'server', 'postmaster']
const people = 8
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

/** Lets people work until the kill, and the server come back; answers how long that took and what nobody knows. */
async function killUnderLoad(victim: Victim, alsoAtStart: boolean) {
  let from = 0
  const before = load.acknowledged.length
  const unknown = await load.work(people, async () => {
    // on a busy machine a server just started may need a while for its first answers
    await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before)
    await delay(between(100, 2_500))
    await target.kill(victim)
    from = performance.now()
  })
  if (alsoAtStart) {
    await target.startAndKill(between(100, 1_500))
    from = performance.now()
  }
  // a server whose database dies gets over it without a restart of its own
  if (victim !== 'postmaster') await target.start()
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
      const { unknown, backAfter } = await killUnderLoad(victim, round % 6 === 3)
      slowest = Math.max(slowest, backAfter)
      const found = await target.look(async db => ({
        lost: await lost(db, load.acknowledged),
        broken: await broken(db),
      }))
      expect(found, `round ${round}: ${victim}`).toEqual({ lost: [], broken: [] })
      // whoever had no answer sends the same again, in the same session as before the kill
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
