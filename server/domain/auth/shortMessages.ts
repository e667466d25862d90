/** Sign-in codes by SMS gateway, file (tests), or log (demo). */
import { appendFile } from 'node:fs/promises'
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'

/** Gateway timeout in ms; a user waits at the login screen. */
const timeoutMs = 8_000

const isDemo = ({ DEMO, DATABASE_URL }: NodeJS.ProcessEnv) => (DEMO === undefined ? !DATABASE_URL : DEMO !== 'off')

export function canSend(): boolean {
  const { SMS_SINK, SMS_WEBHOOK_URL } = process.env
  return Boolean(SMS_SINK || SMS_WEBHOOK_URL) || isDemo(process.env)
}

/** Posts a message to the gateway; anything but 2xx is a refusal. */
async function post(url: string, token: string | undefined, message: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(message),
    // Security: a redirect could repeat or leak the post.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The gateway for short messages answered ${response.status}`)
}

/**
 * Sends a code by SMS.
 * @throws AppError smsUnavailable
 */
export async function sendCode({ locale }: Context, phone: string, code: string): Promise<void> {
  const { SMS_SINK, SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN } = process.env
  if (SMS_SINK) return appendFile(SMS_SINK, `${new Date().toISOString()} ${phone} ${code}\n`)
  if (!SMS_WEBHOOK_URL) {
    process.stderr.write(`Phone code for ${phone}: ${code}\n`)
    return
  }
  try {
    await post(SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN, { phone, code, text: format(locale, 'sms.code', { code }) })
  } catch (error) {
    // Reason for the operator's log, never containing the code.
    process.stderr.write(`Short message not sent: ${error instanceof Error ? error.message : error}\n`)
    throw new AppError('smsUnavailable')
  }
}
