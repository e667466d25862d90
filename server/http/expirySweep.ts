/** Expiry sweep of outdated rows. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/connection/context.ts'
import { forgetVerifications } from '../domain/auth/captcha.ts'
import { forgetAttempts } from '../domain/auth/loginThrottle.ts'
import { forgetTokens } from '../domain/auth/tokens.ts'
import { forgetLooseFiles } from '../domain/files/storeFile.ts'
import { forgetLabels } from '../domain/label/printLabels.ts'
import { forgetRuns } from '../domain/tasks/taskrun.ts'
import { forgetKeys } from './calls/idempotency.ts'

const hour = 3_600_000

export function sweepHourly(app: FastifyInstance, db: Database): void {
  const forget = () =>
    Promise.all([
      forgetTokens(db),
      forgetKeys(db),
      forgetAttempts(db),
      forgetVerifications(db),
      forgetRuns(db),
      forgetLooseFiles(db),
      forgetLabels(db),
    ]).catch((err: unknown) => app.log.warn({ err }))
  const timer = setInterval(() => void forget(), hour)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
