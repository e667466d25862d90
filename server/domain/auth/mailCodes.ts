/** Sign-in codes by e-mail, via the recall notice mail server. */
import { randomUUID } from 'node:crypto'
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { mailSettings, sendMail } from '../basis/mail.ts'

export const canMail = (): boolean => mailSettings() !== null

/**
 * Sends a code by e-mail.
 * @throws AppError mailUnavailable
 */
export async function mailCode({ locale }: Context, to: string, code: string): Promise<void> {
  const settings = mailSettings()
  if (!settings) throw new AppError('mailUnavailable')
  const outcome = await sendMail(settings, {
    to,
    subject: format(locale, 'mail.codeSubject'),
    text: format(locale, 'sms.code', { code }),
    messageId: `<${randomUUID()}@lotline>`,
  })
  // Uncertain delivery counts as sent: the code may still arrive.
  if (outcome.kind === 'sent' || outcome.kind === 'unknown') return
  process.stderr.write(`Code not mailed: ${outcome.reason}\n`)
  throw new AppError('mailUnavailable')
}
