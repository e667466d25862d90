/** Standby for reads: its progress and state. */
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { bytesOf } from '#contract/system/logPosition.ts'
import type { Database } from '../context.ts'
import { closeDatabase, findHost, openDatabase, outsideTransaction } from '../open.ts'
import type { Address } from './hosts.ts'

const polls = 5
const pollMs = 20
const answerMs = 1_000
const lookMs = 1_000
/** Interval while behind a position, in ms. */
const behindMs = 100
/** Lag limit in ms. */
const maxLagMs = 10_000
const samplesKept = 120
const otherHostMs = 10_000

export type ReadOutcome = 'standby' | 'behind' | 'away' | 'conflict' | 'wrote'

interface Progress {
  readonly isStandby: boolean
  readonly replayed: bigint
}

const progress = `select pg_is_in_recovery() as "isStandby",
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)::text as replayed`

const progressOf = ({ rows: [row] }: { readonly rows: readonly unknown[] }): Progress => {
  const { isStandby, replayed } = row as { isStandby: boolean; replayed: string | null }
  return { isStandby, replayed: bytesOf(replayed ?? '0/0') }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = delay(ms, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error('timeout exceeded when trying to connect: the standby does not answer')
  })
  return Promise.race([work, late]).finally(() => done.abort())
}

function lagMeter() {
  let samples: readonly { readonly at: number; readonly position: bigint }[] = []
  return {
    sample(position: bigint, at: number) {
      samples = [...samples, { at, position }].slice(-samplesKept)
    },
    lagMs(replayed: bigint, now: number): number {
      const newest = samples.at(-1)
      if (!newest || newest.position <= replayed) return 0
      const reached = samples.findLast(({ position }) => position <= replayed)
      return now - (reached ?? samples[0] ?? newest).at
    },
  }
}

export class Standby {
  readonly db: Database
  readonly outcomes: Record<ReadOutcome, number> = { standby: 0, behind: 0, away: 0, conflict: 0, wrote: 0 }
  readonly #primary: Database
  readonly #meter = lagMeter()
  readonly #watching: NodeJS.Timeout
  #replayed = 0n
  #generation = 0
  /** Position that somebody waited for in vain. */
  #missed: bigint | null = null
  #isAway = true
  #lagMs = 0
  #comparedAt = Number.NEGATIVE_INFINITY
  #soughtAt = Number.NEGATIVE_INFINITY
  #isStandby = false
  #looking: Promise<void> | undefined

  constructor(address: Address, primary: Database) {
    this.#primary = primary
    this.db = openDatabase(address, {
      isStandby: true,
      connected: async client => {
        const before = this.#replayed
        const { replayed } = progressOf(await client.query(progress))
        if (replayed >= before) return
        this.#generation += 1
        this.#replayed = replayed
      },
    })
    this.#watching = setInterval(() => this.#watch(), behindMs)
    this.#watching.unref()
    void this.#look()
  }

  get state(): 'ok' | 'late' | 'away' {
    if (this.#isAway) return 'away'
    return this.#lagMs > maxLagMs ? 'late' : 'ok'
  }

  get isStandby(): boolean {
    return this.#isStandby
  }

  get lagSeconds(): number | null {
    return this.#isAway ? null : Math.round(this.#lagMs) / 1000
  }

  /** Changes when it shows an older state. */
  get generation(): number {
    return this.#generation
  }

  async reaches(position: string): Promise<boolean> {
    const wanted = bytesOf(position)
    for (let poll = 0; this.state === 'ok' && poll <= polls; poll += 1) {
      if (this.#replayed >= wanted) return true
      if (this.#missed !== null) return false
      if (poll > 1) await delay(pollMs)
      if (poll < polls) await this.#look()
    }
    if (this.state === 'ok') this.#missed ??= wanted
    return false
  }

  /** The primary answers until it is back. */
  failed(): void {
    this.#isAway = true
  }

  async close(): Promise<void> {
    clearInterval(this.#watching)
    await this.#looking
    await closeDatabase(this.db)
  }

  #watch(): void {
    const now = performance.now()
    if (now - this.#comparedAt >= lookMs) {
      this.#comparedAt = now
      void this.#compare()
    } else if (this.#missed !== null) void this.#look()
  }

  #look(): Promise<void> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #ask(): Promise<void> {
    try {
      const { rows } = await within(answerMs, sql.raw(progress).execute(outsideTransaction(this.db)))
      const { isStandby, replayed } = progressOf({ rows })
      if (replayed > this.#replayed) this.#replayed = replayed
      this.#isAway = false
      if (this.#missed !== null && this.#replayed >= this.#missed) this.#missed = null
      this.#isStandby = isStandby
      if (!isStandby) this.#seekStandby()
    } catch {
      this.#isAway = true
    }
  }

  #seekStandby(): void {
    if (performance.now() - this.#soughtAt < otherHostMs) return
    this.#soughtAt = performance.now()
    void findHost(this.db)
  }

  async #compare(): Promise<void> {
    const flushed = sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`
    const answer = await within(answerMs, flushed.execute(outsideTransaction(this.#primary))).catch(() => null)
    const position = answer?.rows[0] && bytesOf(answer.rows[0].position)
    if (position !== undefined) this.#meter.sample(position, performance.now())
    // Of another history: never reached.
    if (position !== undefined && this.#missed !== null && this.#missed > position) this.#missed = null
    await this.#look()
    this.#lagMs = this.#meter.lagMs(this.#replayed, performance.now())
  }
}
