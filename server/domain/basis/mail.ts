/** E-mail by SMTP: the one home of the mail library. What may have arrived is told apart from what has not. */
import { createTransport } from 'nodemailer'

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** Address the mail comes from, with or without a name. */
  readonly from: string
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for every attempt, so that a receiver may tell a repetition. */
  readonly messageId: string
}

/**
 * What became of one attempt: the server took it; it said no for now or for good, or was not reached; or it went silent
 * when it may have taken it already, so that another attempt could arrive twice.
 */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' | 'postponed' | 'unknown'; readonly fault: string }

/** How mail is sent, from the environment; null where it is not set up. */
export function mailSettings(): MailSettings | null {
  const { SMTP_URL: url, MAIL_FROM: from } = process.env
  return url && from ? { url, from } : null
}

const connectMs = 10_000
const silentMs = 20_000

/** A header is one line, whatever a name or a title was typed with. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

interface SmtpFault {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly syscall?: string
}

const unreached = new Set(['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE'])
/** Steps at which a no is said of this mail. Before them it is said of us: a password, a sender, a server that is closed. */
const stepsOfMail = new Set(['RCPT TO', 'DATA'])

/** Was the mail certainly not taken when this went wrong? */
function isCertain({ code = '', syscall, command }: SmtpFault, message: string): boolean {
  if (unreached.has(code) && command !== 'DATA') return true
  return syscall === 'connect' || /^(Connection timeout|Greeting never received|Invalid greeting)/.test(message)
}

function outcomeOf(error: unknown): MailOutcome {
  const fault = error instanceof Error ? oneLine(error.message) : String(error)
  const said = error as SmtpFault
  if (!said.responseCode) return { kind: isCertain(said, fault) ? 'postponed' : 'unknown', fault }
  const isOfMail = said.code !== 'EAUTH' && stepsOfMail.has(said.command ?? '')
  return { kind: isOfMail && said.responseCode >= 500 ? 'refused' : 'postponed', fault }
}

/** Sends one mail. Never throws, and ends within half a minute. */
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
    const { to, subject, text, messageId } = mail
    await transport.sendMail({
      // As an object it is one address, whatever stands in it.
      to: { name: '', address: oneLine(to) },
      subject: oneLine(subject),
      text,
      messageId,
    })
    return { kind: 'sent' }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    transport.close()
  }
}
