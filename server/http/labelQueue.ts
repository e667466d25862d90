/** Label printing: queued jobs go to their printers, one at a time each. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/connection/context.ts'
import { claimPrint, printClaimed } from '../domain/label/printQueue.ts'

/** Interval of looking in ms: jobs of other processes, and pauses that end. */
const lookMs = 2_000
/** Printers at a time: silent ones hold a place for seconds. */
const most = 8

export function serveLabels(app: FastifyInstance, db: Database): void {
  const sending = new Map<number, Promise<void>>()
  let looking: Promise<void> | null = null
  let isAsked = false
  let isStopping = false

  async function lookOnce(): Promise<void> {
    while (!isStopping && sending.size < most) {
      const job = await claimPrint(db, [...sending.keys()])
      if (!job) return
      const sent = printClaimed(db, job)
        .catch((err: unknown) => app.log.warn({ err, print: job.id }, 'labels'))
        .finally(() => {
          sending.delete(job.printerId)
          look()
        })
      sending.set(job.printerId, sent)
    }
  }

  function look(): void {
    isAsked = true
    if (isStopping) return
    looking ??= (async () => {
      while (isAsked && !isStopping) {
        isAsked = false
        await lookOnce()
      }
    })()
      .catch((err: unknown) => app.log.warn({ err }, 'labels'))
      .finally(() => {
        looking = null
      })
  }

  // Immediate start after commit.
  app.addHook('onResponse', async ({ method, routeOptions: { url } }) => {
    if (method === 'POST' && /(Label\/Print|template\/print\/labelprint)$/.test(url ?? '')) look()
  })
  const timer = setInterval(look, lookMs)
  timer.unref()
  app.addHook('preClose', async () => {
    isStopping = true
    clearInterval(timer)
  })
  app.addHook('onClose', async () => {
    await looking
    await Promise.all(sending.values())
  })
}
