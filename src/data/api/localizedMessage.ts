/** Message as key and values, rendered in the current language when drawn. */
import { locales } from '#contract/messages/locales.ts'
import { refusals } from '#contract/schema/answer.ts'
import { type TextValues, text, textIn } from '../language.ts'
import { CallError } from './transport.ts'

export interface LocalizedMessage {
  readonly key: string
  readonly values?: TextValues
}

interface Refused {
  readonly status: number
  readonly message: string
  readonly data?: unknown
}

/** Message of a refusal, by the key of its text. */
export function messageOf({ status, message, data }: Refused): LocalizedMessage {
  // Textual values would stay in the old language: literal text remains.
  const values = Object.fromEntries(
    Object.entries(typeof data === 'object' && data !== null ? data : {}).filter(
      ([, value]) => typeof value === 'number',
    ),
  ) as TextValues
  const named = Object.entries(refusals).filter(([, refusal]) => refusal.status === status)
  const keys = ['call.unreachable', 'call.unreadable', 'parts.missing', ...named.map(([name]) => `error.${name}`)]
  // Kept over a switch of language, it is said in a former one.
  const isSaid = (key: string) => text(key, values) === message || locales.some(each => textIn(each, key) === message)
  const key = keys.find(isSaid)
  return key === undefined ? { key: message } : { key, values }
}

export const messageOfError = (error: unknown): LocalizedMessage =>
  error instanceof CallError ? messageOf(error) : { key: String(error) }

/** Renderer of an error message; own messages follow the language. */
export function wordsOf(error: unknown): () => string {
  const { key, values }: LocalizedMessage =
    error instanceof Error && !(error instanceof CallError) ? { key: error.message } : messageOfError(error)
  return () => text(key, values)
}

export function wordsOfRefusal(refused: Refused): () => string {
  const { key, values } = messageOf(refused)
  return () => text(key, values)
}
