/** Codes on their way to a phone: by a gateway, into a file for tests, or in a demonstration to the log of the server. */
import { appendFile } from 'node:fs/promises'
import { format } from '../../../src/contract/messages/index.ts'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'

/** How long a gateway may take: somebody waits in front of a login screen. */
const patienceMs = 8_000

const isDemo = ({ DEMO, DATABASE_URL }: NodeJS.ProcessEnv) => (DEMO === undefined ? !DATABASE_URL : DEMO !== 'off')

/** Is there any way to send a code? */
export function canSend(): boolean {
  const { SMS_SINK, SMS_WEBHOOK_URL } = process.env
  return Boolean(SMS_SINK || SMS_WEBHOOK_URL) || isDemo(process.env)
}

/** Hands a message to the gateway; every answer but 2xx, and none at all, is a refusal. */
async function post(url: string, token: string | undefined, message: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(message),
    // What is posted is posted once, to where the plant said.
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The gateway for short messages answered ${response.status}`)
}

/** Sends a code to a phone. @throws AppError smsUnavailable */
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
    // The reason is for whoever runs the server; the code is in none of it.
    process.stderr.write(`Short message not sent: ${error instanceof Error ? error.message : error}\n`)
    throw new AppError('smsUnavailable')
  }
}
