/** SMTP mail, sole user of the library. Uncertain delivery is no failure. */
import { createTransport } from 'nodemailer'

export interface MailSettings {
  readonly url: string
  readonly from: string
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachment?: { readonly name: string; readonly contentType: string; readonly bytes: Uint8Array }
  /** Stable over attempts, so that receivers detect duplicates. */
  readonly messageId: string
}

/** Outcome of an attempt; retries after uncertain ones may duplicate. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' | 'postponed' | 'unknown'; readonly reason: string }

export function mailSettings(): MailSettings | null {
  const { SMTP_URL: url, MAIL_FROM: from } = process.env
  return url && from ? { url, from } : null
}

const connectMs = 10_000
const silentMs = 20_000

/** Header injection guard: collapses line breaks. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly syscall?: string
}

const unreached = new Set(['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE'])
/** SMTP commands whose rejection concerns the mail, not credentials or server. */
const stepsOfMail = new Set(['RCPT TO', 'DATA'])

function isCertain({ code = '', syscall, command }: SmtpError, message: string): boolean {
  if (unreached.has(code) && command !== 'DATA') return true
  return syscall === 'connect' || /^(Connection timeout|Greeting never received|Invalid greeting)/.test(message)
}

function outcomeOf(error: unknown): MailOutcome {
  const reason = error instanceof Error ? oneLine(error.message) : String(error)
  const said = error as SmtpError
  if (!said.responseCode) return { kind: isCertain(said, reason) ? 'postponed' : 'unknown', reason }
  const isOfMail = said.code !== 'EAUTH' && stepsOfMail.has(said.command ?? '')
  return { kind: isOfMail && said.responseCode >= 500 ? 'refused' : 'postponed', reason }
}

/** Sends one mail within 30 s. Never throws. */
export async function sendMail({ url, from }: MailSettings, mail: Mail): Promise<MailOutcome> {
  const transport = createTransport(
    {
      url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silentMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  try {
    const { to, subject, text, messageId, attachment: file } = mail
    await transport.sendMail({
      // Object form: always one address, even with commas in it.
      to: { name: '', address: oneLine(to) },
      subject: oneLine(subject),
      text,
      messageId,
      ...(file
        ? { attachments: [{ filename: file.name, contentType: file.contentType, content: Buffer.from(file.bytes) }] }
        : {}),
    })
    return { kind: 'sent' }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    transport.close()
  }
}
