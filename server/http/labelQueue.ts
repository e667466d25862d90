/** Label printing: queued jobs go to their printers, one at a time each. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../db/connection/context.ts'
import { claimPrint, printClaimed, type QueueTimes, usualTimes } from '../domain/label/printQueue.ts'

/** Time for labels on their way when the server ends. */
const graceMs = 10_000

interface LabelQueue {
  look(): void
  stop(): void
  ended(): Promise<void>
}

/** Jobs in turn at each printer, printers side by side. */
function openLabelQueue(db: Database, log: FastifyBaseLogger, times: QueueTimes): LabelQueue {
  const sending = new Map<number, Promise<void>>()
  const [stop, cut] = [new AbortController(), new AbortController()]
  let looking: Promise<void> | null = null
  let isAsked = false

  async function lookOnce(): Promise<void> {
    while (!stop.signal.aborted) {
      const job = await claimPrint(db, [...sending.keys()], times)
      if (!job) return
      const sent = printClaimed(db, job, times, { stop: stop.signal, cut: cut.signal })
        .catch((err: unknown) => log.warn({ err, print: job.id }, 'labels'))
        .finally(() => {
          sending.delete(job.printerId)
          look()
        })
      sending.set(job.printerId, sent)
    }
  }

  function look(): void {
    isAsked = true
    if (stop.signal.aborted) return
    looking ??= (async () => {
      while (isAsked && !stop.signal.aborted) {
        isAsked = false
        await lookOnce()
      }
    })()
      .catch((err: unknown) => log.warn({ err }, 'labels'))
      .finally(() => {
        looking = null
      })
  }

  return {
    look,
    stop: () => stop.abort(),
    async ended() {
      await looking
      const grace = setTimeout(() => cut.abort(), graceMs)
      await Promise.all(sending.values())
      clearTimeout(grace)
    },
  }
}

export function serveLabels(app: FastifyInstance, db: Database, times: Partial<QueueTimes> = {}): void {
  const all = { ...usualTimes, ...times }
  const queue = openLabelQueue(db, app.log, all)
  // Immediate start after commit.
  app.addHook('onResponse', async ({ method, routeOptions: { url } }) => {
    if (method === 'POST' && /(Label\/Print|template\/print\/labelprint)$/.test(url ?? '')) queue.look()
  })
  const timer = setInterval(() => queue.look(), all.lookMs)
  timer.unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    queue.stop()
  })
  app.addHook('onClose', () => queue.ended())
}
