/** What is to be said, kept as its key: said when it is drawn, it follows the language of the console. */
import { refusals } from '../../contract/schema/answer.ts'
import { type TextValues, text } from '../language.ts'
import { CallError } from './transport.ts'

export interface LocalizedMessage {
  /** A message key, or words as they are. */
  readonly key: string
  readonly values?: TextValues
}

interface Refused {
  readonly status: number
  readonly message: string
  readonly data?: unknown
}

/** Why a call was refused. The server says it in the language of the call: kept is the key of these very words. */
export function messageOf({ status, message, data }: Refused): LocalizedMessage {
  // With words among its values it stays as it was said: they would be in the other language.
  const values = Object.fromEntries(
    Object.entries(typeof data === 'object' && data !== null ? data : {}).filter(
      ([, value]) => typeof value === 'number',
    ),
  ) as TextValues
  const named = Object.entries(refusals).filter(([, refusal]) => refusal.status === status)
  const keys = ['call.unreachable', 'call.unreadable', ...named.map(([name]) => `error.${name}`)]
  const key = keys.find(known => text(known, values) === message)
  return key === undefined ? { key: message } : { key, values }
}

/** The same of whatever was thrown. */
export const messageOfError = (error: unknown): LocalizedMessage =>
  error instanceof CallError ? messageOf(error) : { key: String(error) }

/** Words of what was thrown; they follow the language where they are the console's own. */
export function wordsOf(error: unknown): () => string {
  const { key, values }: LocalizedMessage =
    error instanceof Error && !(error instanceof CallError) ? { key: error.message } : messageOfError(error)
  return () => text(key, values)
}

/** The same of an outcome that the server refused. */
export function wordsOfRefusal(refused: Refused): () => string {
  const { key, values } = messageOf(refused)
  return () => text(key, values)
}
