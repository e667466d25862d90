/** Mail dispatch after transactions, and after retry pauses. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/connection/context.ts'
import { listenTo } from '../db/connection/listen.ts'
import { changesChannel, readChange } from '../db/records/changes.ts'
import { mailSettings } from '../domain/basis/mail.ts'
import { abortLost, sendWaiting } from '../domain/recall/noticeSending.ts'

const againMs = 30_000

export function serveMail(app: FastifyInstance, db: Database): void {
  const settings = mailSettings()
  if (!settings) return
  let sending: Promise<unknown> | null = null
  let isAsked = false

  async function work(): Promise<void> {
    do {
      isAsked = false
      await abortLost(db)
      await sendWaiting(db, settings as NonNullable<typeof settings>)
    } while (isAsked)
  }

  /** Single-flight; requests meanwhile cause one more pass. */
  function send(): void {
    isAsked = true
    sending ??= work()
      .catch((err: unknown) => app.log.warn({ err }, 'mail'))
      .finally(() => {
        sending = null
      })
  }

  const listening = listenTo(db, changesChannel, {
    heard: said => {
      const change = readChange(said)
      if (change && 'entity' in change && change.entity === 'callbacknotice' && change.kind === 'created') send()
    },
    missed: send,
  })
  const timer = setInterval(send, againMs)
  timer.unref()
  app.addHook('onReady', async () => {
    await listening.ready().catch((err: unknown) => app.log.warn({ err }, 'mail'))
    send()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await listening.stop()
    await sending
  })
}
