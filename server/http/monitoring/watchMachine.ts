/** Watches the process: event loop, disks, slow statements. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connection/context.ts'
import { slowStatementsOf } from '../../db/connection/open.ts'
import { defaultSlowMs } from '../../db/connection/slowStatements.ts'
import { type DiskOptions, type DiskWatch, watchDisks } from '../../domain/status/disks.ts'
import { describeMachine, type EventLoopDelay } from '../../domain/status/machine.ts'

/** Window of the event loop's figures in ms. */
const windowMs = 60_000
const nanoseconds = 1_000_000
/** Sampling interval of the histogram, contained in its figures. */
const resolutionMs = 20

/** Delay of the last whole minute; a start itself says nothing. */
function measureEventLoop(): { figures: () => EventLoopDelay | null; renew: () => void; stop: () => void } {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  const delayOf = (ns: number) => Math.max(0, (Number.isFinite(ns) ? ns : 0) / nanoseconds - resolutionMs)
  const now = (): EventLoopDelay => ({ p99Ms: delayOf(histogram.percentile(99)), maxMs: delayOf(histogram.max) })
  let last: EventLoopDelay | null = null
  return {
    figures: () => last,
    renew() {
      last = now()
      histogram.reset()
    },
    stop: () => void histogram.disable(),
  }
}

export interface WatchOptions {
  readonly space?: DiskOptions | undefined
  readonly backups: string | null
  /** Limit of slow statements in ms; 0 for none. */
  readonly slowMs?: number | undefined
}

export function watchMachine(
  app: FastifyInstance,
  db: Database,
  { space, backups, slowMs = defaultSlowMs }: WatchOptions,
): DiskWatch {
  const disks = watchDisks(space ?? { folders: [], minFreeBytes: 0 })
  const eventLoop = measureEventLoop()
  describeMachine(db, {
    startedAt: new Date().toISOString(),
    disks,
    backups,
    channels: () => app.websocketServer.clients.size,
    eventLoop: eventLoop.figures,
  })
  const slow = slowStatementsOf(db)
  slow.limitMs = slowMs
  slow.report = ({ request, at: _, ...statement }) => app.log.warn({ request, ...statement }, 'slow statement')
  const timer = setInterval(() => {
    eventLoop.renew()
    void disks.states().catch(() => undefined)
  }, windowMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    eventLoop.stop()
  })
  return disks
}
