/**
 * Property test of the identities (domain.md §2.9): random operations by many clients at once against an independent model
 * (tests/model). `npm run identities` is the full run; OPERATIONS, HANDS and SEED say otherwise. The seed makes the random
 * choices the same again, not the order in which the clients meet.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { differencesOf } from '../model/compare.ts'
import { unexcused } from '../model/excuses.ts'
import { brokenIdentities } from '../model/identities.ts'
import { type Replayed, replay } from '../model/replay.ts'
import { summaryOf } from '../model/summary.ts'
import { type Entry, walk } from '../model/walk.ts'
import { openWorld } from '../model/world.ts'
import { withPlant } from '../support/plantServer.ts'

const at = withPlant()
const operations = Number(process.env.OPERATIONS ?? 1500)
const hands = Number(process.env.HANDS ?? 12)
const seed = Number(process.env.SEED ?? 20_261_121)
const isLong = operations > 5000
const title = `${operations} operations at random by ${hands} people at once (seed ${seed})`

let entries: readonly Entry[] = []
let replayed: Replayed

beforeAll(async () => {
  const world = await openWorld(at)
  const began = performance.now()
  const progress = (done: readonly Entry[]) => {
    const [minutes, good] = [(performance.now() - began) / 60_000, done.filter(entry => entry.done).length]
    process.stderr.write(`${done.length} sent, ${good} done, ${minutes.toFixed(1)} min\n`)
  }
  entries = await walk(at, world, { operations, hands, seed, ...(isLong ? { progress } : {}) })
  replayed = await replay(at, world, entries)
  if (isLong || process.env.SUMMARY) process.stderr.write(summaryOf(entries, performance.now() - began))
}, 36_000_000)

const shown = (found: readonly string[]) => found.slice(0, 12)

describe(title, { timeout: 1_200_000 }, () => {
  test('are done or refused, never a defect, and most kinds are done at least once', () => {
    expect(entries.filter(entry => entry.http >= 500).map(entry => `${entry.http} ${entry.key}`)).toEqual([])
    expect(entries.filter(entry => entry.done !== null).length).toBeGreaterThan(operations / 2)
  })

  test('were done only where the trade allows it, one after the other, and nothing was done that was not answered', () => {
    expect(shown(replayed.differences)).toEqual([])
  })

  test('were refused only where the trade forbids it at some moment of the call', () => {
    expect(shown(unexcused(entries, replayed))).toEqual([])
  })

  test('leave every balance, status, figure and link exactly as the model has them', async () => {
    expect(shown(await differencesOf(at, replayed.state))).toEqual([])
  })

  test('keep the identities I1 to I8, and nothing is ever negative', async () => {
    expect(await brokenIdentities(at)).toEqual([])
  })
})
