/** Outbox: nothing lost, nothing twice, over a transport that loses requests and answers. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import { CallError } from '../../../src/data/api/transport.ts'
import {
  begun,
  blockersOf,
  countsOf,
  type Entry,
  entryOf,
  isDiscardable,
  keyLifetimeMs,
  mended,
  nextToSend,
  recovered,
  repeated,
  type SendOutcome,
  settled,
} from '../../../src/data/outbox/entries.ts'
import { outcomeOfError } from '../../../src/data/outbox/outbox.ts'
import { drain, type EntryStorage } from '../../../src/data/outbox/sender.ts'

const refusal = { status: 2004, message: 'wrong item', fieldErrors: {} }

const made = (number: number, subjects: readonly string[], content = 0): Entry =>
  entryOf(
    {
      owner: 'wang',
      key: `key-${number}`,
      task: 'issue',
      entity: 'getmaterialrecord',
      row: { content },
      submit: true,
      title: `no. ${number}`,
      subjects,
    },
    number,
    0,
  )

/** Storage in memory, one change at a time as in a transaction. */
function memoryOf(entries: readonly Entry[]): EntryStorage & { now(): readonly Entry[] } {
  const kept = new Map(entries.map(entry => [entry.number, entry]))
  const now = () => [...kept.values()].toSorted((one, other) => one.number - other.number)
  return {
    now,
    all: async () => now(),
    update: async (number, change) => {
      const before = kept.get(number)
      const after = before && change(before)
      if (after) kept.set(number, after)
      else kept.delete(number)
      return after ?? undefined
    },
  }
}

test('entries go in order, and what depends on a refused one waits while others go', () => {
  const [first, second, third] = [made(1, ['lot 1']), made(2, ['lot 1', 'lot 2']), made(3, ['lot 3'])]
  expect(nextToSend([third, second, first])?.number).toBe(1)
  const refused = settled(begun(first, 5), { kind: 'refused', refusal }, 6)
  const entries = [refused, second, third]
  expect(blockersOf(entries, second).map(({ number }) => number)).toEqual([1])
  expect(nextToSend(entries)?.number).toBe(3)
  expect(nextToSend([second, third])?.number).toBe(2)
  expect(countsOf(entries)).toEqual({ waiting: 2, sending: 0, refused: 1, done: 0 })
})

test('a repeat has the same key, a corrected entry another, in the same place', () => {
  const lost = settled(begun(made(1, ['lot 1']), 5), { kind: 'unknown' }, 6)
  expect(lost).toMatchObject({ state: 'waiting', key: 'key-1', firstSentAt: 5 })
  expect(mended(lost, { row: {}, subjects: [], title: '' }, 'other')).toBe(lost)
  expect(isDiscardable(lost)).toBe(false)
  const refused = settled(begun(lost, 9), { kind: 'refused', refusal }, 10)
  expect(refused.firstSentAt).toBe(5)
  const again = mended(refused, { row: { content: 2 }, subjects: ['lot 2'], title: 'mended' }, 'other')
  expect(again).toMatchObject({ state: 'waiting', key: 'other', number: 1, title: 'mended' })
  expect(again).toMatchObject({ row: { content: 2 }, subjects: ['lot 2'] })
  expect(again.firstSentAt).toBeUndefined()
  expect(again.refusal).toBeUndefined()
  // Sent again as it was: an earlier success would answer for it.
  const same = mended(refused, { row: { content: 0 }, subjects: ['lot 1'], title: 'same' }, 'other')
  expect(same).toMatchObject({ state: 'waiting', key: 'key-1', firstSentAt: 5 })
  expect(same.refusal).toBeUndefined()
})

test('a key that stands for other content leaves it to a person whether the work is done', () => {
  const used = settled(begun(made(1, ['lot 1']), 5), { kind: 'uncertain', refusal }, 6)
  expect(used).toMatchObject({ state: 'uncertain', refusal })
  expect(mended(used, { row: {}, subjects: [], title: '' }, 'other')).toBe(used)
  expect(nextToSend([used, made(2, ['lot 1']), made(3, [])])?.number).toBe(3)
})

test('an entry sent once without an answer is not repeated once the server may have forgotten its key', () => {
  const lost = settled(begun(made(1, []), 0), { kind: 'unknown' }, 1)
  expect(begun(lost, keyLifetimeMs).state).toBe('sending')
  const old = begun(lost, keyLifetimeMs + 1)
  expect(old.state).toBe('uncertain')
  expect(nextToSend([old])).toBeUndefined()
  expect(isDiscardable(old)).toBe(true)
  expect(repeated(old, 'other')).toMatchObject({ state: 'waiting', key: 'other' })
  // Never sent: any age is safe.
  expect(begun(made(2, []), 10 * keyLifetimeMs).state).toBe('sending')
})

test('a closed tab leaves its entry to the next one, and a slow answer takes nothing back', () => {
  const sending = begun(made(1, []), 5)
  expect(recovered(sending)).toMatchObject({ state: 'waiting', key: 'key-1', firstSentAt: 5 })
  const done = settled(sending, { kind: 'done', answer: { id: 7 } }, 6)
  expect(settled(done, { kind: 'unknown' }, 7)).toBe(done)
  expect(recovered(done)).toBe(done)
})

test('an error is a refusal only where the server refused these goods', () => {
  const of = (status: number, http: number, isEnvelope = true) =>
    outcomeOfError(new CallError(status, 'words', null, http, isEnvelope))
  expect(of(refusals.lotWrongItem.status, 200).kind).toBe('refused')
  expect(of(refusals.invalid.status, 200).kind).toBe('refused')
  expect(of(refusals.defect.status, 500).kind).toBe('refused')
  expect(of(refusals.alreadyDone.status, 200).kind).toBe('uncertain')
  // Nobody, or an answer to everything: the others would fare the same.
  expect(of(503, 0, false)).toEqual({ kind: 'unknown' })
  expect(of(503, 503)).toEqual({ kind: 'unknown' })
  expect(of(503, 503, false)).toEqual({ kind: 'unknown' })
  expect(of(500, 200, false)).toEqual({ kind: 'unknown' })
  expect(of(401, 401)).toEqual({ kind: 'later' })
  expect(of(401, 401, false)).toEqual({ kind: 'later' })
  expect(of(429, 429)).toEqual({ kind: 'later' })
  expect(of(429, 429, false)).toEqual({ kind: 'later' })
  expect(of(refusals.passwordChangeRequired.status, 200)).toEqual({ kind: 'later' })
  // Of this one only: too large for a proxy, too slow.
  expect(of(500, 500, false)).toEqual({ kind: 'unknown', hindrance: 500 })
  expect(of(504, 504, false)).toEqual({ kind: 'unknown', hindrance: 504 })
  expect(of(403, 403, false)).toEqual({ kind: 'later', hindrance: 403 })
  expect(of(413, 413, false)).toEqual({ kind: 'later', hindrance: 413 })
  expect(outcomeOfError(new DOMException('', 'TimeoutError'))).toEqual({ kind: 'unknown', hindrance: 0 })
})

test('an entry that a proxy stops or that is too slow holds up only the same goods, and goes last the next time', async () => {
  const entries = [made(1, ['lot 1']), made(2, ['lot 1']), made(3, ['lot 3']), made(4, [])]
  const storage = memoryOf(entries)
  const hindered = new Map<number, SendOutcome>([
    [1, { kind: 'later', hindrance: 413 }],
    [3, { kind: 'unknown', hindrance: 0 }],
  ])
  const tried: number[] = []
  const post = async ({ number }: Entry): Promise<SendOutcome> => {
    tried.push(number)
    return hindered.get(number) ?? { kind: 'done', answer: { id: number } }
  }
  const sending = { storage, post, now: () => 5, changed: () => undefined }
  expect(await drain(sending)).toBe(false)
  expect(tried).toEqual([1, 3, 4])
  expect(storage.now().map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'done'])
  const [stopped, , slow] = storage.now()
  // What a proxy stopped was not done, however often it was tried.
  expect(stopped).toMatchObject({ hindrance: 413, key: 'key-1' })
  expect(stopped && isDiscardable(stopped)).toBe(true)
  expect(slow).toMatchObject({ hindrance: 0, key: 'key-3', firstSentAt: 5 })
  expect(slow && isDiscardable(slow)).toBe(false)
  hindered.clear()
  await storage.update(4, entry => ({ ...entry, state: 'waiting', key: 'key-5' }))
  tried.length = 0
  expect(await drain(sending)).toBe(true)
  expect(tried).toEqual([4, 1, 2, 3])
  expect(storage.now().map(({ state, hindrance }) => [state, hindrance])).toEqual(
    Array.from({ length: 4 }, () => ['done', undefined]),
  )
})

test('a lost answer before a stopped repeat is not forgotten', () => {
  const lost = settled(begun(made(1, []), 5), { kind: 'unknown' }, 6)
  const stopped = settled(begun(lost, 9), { kind: 'later', hindrance: 403 }, 10, lost)
  expect(stopped).toMatchObject({ state: 'waiting', firstSentAt: 5, hindrance: 403 })
  expect(isDiscardable(stopped)).toBe(false)
})

type Fate = 'ok' | 'requestLost' | 'answerLost' | 'stopped' | 'tooSlow' | 'tabClosed'

/** Server as it is: a key is done once, refused work leaves no key. */
function serverOf(isRefused: (entry: Entry) => boolean) {
  const answers = new Map<string, SendOutcome>()
  const executed: Entry[] = []
  return {
    executed,
    handle(entry: Entry): SendOutcome {
      const known = answers.get(entry.key)
      if (known) return known
      if (isRefused(entry)) return { kind: 'refused', refusal }
      executed.push(entry)
      const outcome = { kind: 'done', answer: { id: executed.length } } as const
      answers.set(entry.key, outcome)
      return outcome
    },
  }
}

class TabClosed extends Error {}

const plans = fc.record({
  entries: fc.array(
    fc.record({
      subjects: fc.uniqueArray(fc.constantFrom('lot 1', 'lot 2', 'lot 3'), { maxLength: 2 }),
      isRefused: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  fates: fc.array(fc.constantFrom<Fate>('ok', 'requestLost', 'answerLost', 'stopped', 'tooSlow', 'tabClosed'), {
    maxLength: 60,
  }),
  tabs: fc.integer({ min: 1, max: 3 }),
})

test('nothing is lost and nothing done twice, whatever is lost on the way and however many tabs send', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ entries, fates, tabs }) => {
      const refused = new Set(entries.flatMap(({ isRefused }, at) => (isRefused ? [at + 1] : [])))
      const storage = memoryOf(entries.map(({ subjects }, at) => made(at + 1, subjects)))
      const server = serverOf(({ number, row }) => refused.has(number) && row.content === 0)
      const left = [...fates]
      const post = async (entry: Entry): Promise<SendOutcome> => {
        const fate = left.shift() ?? 'ok'
        await Promise.resolve()
        if (fate === 'requestLost') return { kind: 'unknown' }
        if (fate === 'stopped') return { kind: 'later', hindrance: 413 }
        const outcome = server.handle(entry)
        await Promise.resolve()
        if (fate === 'tabClosed') throw new TabClosed()
        if (fate === 'tooSlow') return { kind: 'unknown', hindrance: 0 }
        return fate === 'answerLost' ? { kind: 'unknown' } : outcome
      }
      const sending = { storage, post, now: () => 0, changed: () => undefined }
      const one = () =>
        drain(sending).catch(error => {
          if (!(error instanceof TabClosed)) throw error
          return false
        })
      const all = async () => {
        for (;;) {
          const ends = await Promise.all(Array.from({ length: tabs }, one))
          if (ends.every(Boolean)) return
        }
      }
      await all()
      // Each is done, refused, or waits for a refused one; none is gone.
      const after = storage.now()
      expect(after).toHaveLength(entries.length)
      for (const entry of after) {
        if (entry.state === 'waiting') expect(blockersOf(after, entry)).not.toEqual([])
        else expect(entry.state).toBe(refused.has(entry.number) ? 'refused' : 'done')
      }
      // Each refused one is mended by a person, and all go.
      for (;;) {
        const [entry] = storage.now().filter(({ state }) => state === 'refused')
        if (!entry) break
        const content = { row: { content: 1 }, subjects: entry.subjects, title: entry.title }
        await storage.update(entry.number, each => mended(each, content, `${each.key}-again`))
        await all()
      }
      expect(storage.now().map(({ state }) => state)).toEqual(entries.map(() => 'done'))
      const numbers = server.executed.map(({ number }) => number)
      expect(numbers.toSorted((a, b) => a - b)).toEqual(entries.map((_, at) => at + 1))
      for (const subject of ['lot 1', 'lot 2', 'lot 3']) {
        const ofSubject = numbers.filter(number => entries[number - 1]?.subjects.some(each => each === subject))
        expect(ofSubject).toEqual(ofSubject.toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 500 },
  )
})
