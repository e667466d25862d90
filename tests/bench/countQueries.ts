/** Preloaded into the measured server: counts what it asks its database, and tells the parent process when asked. */
import pg from 'pg'

const counts = { statements: 0, roundTrips: 0 }
const outstanding = new WeakMap<object, number>()

// A statement sent while another of its connection is on the way costs no journey of its own.
const { query } = pg.Client.prototype as unknown as { query: (...all: unknown[]) => unknown }
Object.assign(pg.Client.prototype, {
  query(this: { pipeline?: boolean }, ...all: unknown[]) {
    counts.statements += 1
    const before = outstanding.get(this) ?? 0
    if (before === 0 || !this.pipeline) counts.roundTrips += 1
    outstanding.set(this, before + 1)
    const answer = query.apply(this, all)
    const done = () => outstanding.set(this, (outstanding.get(this) ?? 1) - 1)
    if (answer instanceof Promise) answer.then(done, done)
    return answer
  },
})

export interface ServerCounts {
  readonly statements: number
  readonly roundTrips: number
  readonly cpuMs: number
}

process.on('message', question => {
  if (question !== 'counts') return
  const { user, system } = process.cpuUsage()
  process.send?.({ ...counts, cpuMs: (user + system) / 1000 } satisfies ServerCounts)
})
process.channel?.unref()
