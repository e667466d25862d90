/** Codes on their way to a mailbox, by the mail server that also sends the notices of recalls. */
import { randomUUID } from 'node:crypto'
import { format } from '../../../src/contract/messages/index.ts'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { mailSettings, sendMail } from '../basis/mail.ts'

/** Is there a mail server to send codes by? */
export const canMail = (): boolean => mailSettings() !== null

/** Sends a code to a mailbox. @throws AppError mailUnavailable */
export async function mailCode({ locale }: Context, to: string, code: string): Promise<void> {
  const settings = mailSettings()
  if (!settings) throw new AppError('mailUnavailable')
  const outcome = await sendMail(settings, {
    to,
    subject: format(locale, 'mail.codeSubject'),
    text: format(locale, 'sms.code', { code }),
    messageId: `<${randomUUID()}@lotline>`,
  })
  // What may have arrived is waited for like what did.
  if (outcome.kind === 'sent' || outcome.kind === 'unknown') return
  process.stderr.write(`Code not mailed: ${outcome.fault}\n`)
  throw new AppError('mailUnavailable')
}
