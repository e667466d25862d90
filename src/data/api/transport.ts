/** HTTP transport: the only user of ofetch. `api.ts` handles renewal and sign-out. */
import { atom } from 'jotai'
import { createFetch } from 'ofetch'
import { type Answer, refusals } from '#contract/schema/answer.ts'
import { positionHeader } from '#contract/system/logPosition.ts'
import { setCurrency } from '../currency.ts'
import { localeAtom, text } from '../language.ts'
import { sequence, store, storeLocal } from '../store.ts'
import { setTimeZone } from '../timeZone.ts'
import { clientId, pageId } from './clientIdentity.ts'
import type { Received, Sending } from './formSending.ts'
import { answerPosition, position } from './position.ts'

/** Call without status 0, for any reason. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** Envelope status; 503 without a response. */
  readonly status: number
  /** Envelope data; otherwise the body, parsed as JSON where possible. */
  readonly data: unknown
  /** HTTP status; 0 without a response. */
  readonly http: number
  /** False when a proxy answered, or nobody. */
  readonly isEnvelope: boolean
  constructor(status: number, message: string, data: unknown, http: number, isEnvelope = true) {
    super(message)
    this.status = status
    this.data = data
    this.http = http
    this.isEnvelope = isEnvelope
  }
}

/** Checks for a possible effect. A proxy's refusal (4xx) had none. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.http === 0 || error.http >= 500 || (!error.isEnvelope && error.http < 400)
}

/** Readings to repeat once the server is back; defects stay. */
export const mayRecover = (error: unknown): boolean =>
  error instanceof CallError &&
  isOutcomeUnknown(error) &&
  !(error.isEnvelope && error.status === refusals.defect.status)

export interface Connection {
  /** Empty in the browser: same origin. */
  readonly baseUrl: string
  /** False for servers that answer in their own language. */
  readonly languageInPath?: boolean
  readonly fetch?: typeof globalThis.fetch
}

export interface Request {
  readonly path: string
  readonly parameters: object
  readonly method: 'GET' | 'POST'
  readonly token: string | null
  readonly key?: string
  readonly ticket?: string
  readonly trial?: boolean
  readonly signal?: AbortSignal
  readonly form?: boolean
  readonly file?: boolean
  /** File upload; parameters move to the query string. */
  readonly sending?: Sending
}

export interface AnsweredFile {
  readonly name: string
  readonly blob: Blob
}

/** Whether the last call went unanswered. */
export const unreachedAtom = atom(false)

const CHINA = '156'

const connection = storeLocal(() => ({ baseUrl: '', isLanguageSaid: true, fetch: createFetch() }))

export function connect({ baseUrl, languageInPath = true, fetch }: Connection): void {
  const made = { baseUrl, isLanguageSaid: languageInPath, fetch: createFetch(fetch ? { fetch } : {}) }
  Object.assign(connection(), made)
}

const nextRequest = sequence()
const applied = storeLocal(() => ({ newestRequest: 0 }))

/** Zone and currency of the latest request answered, not of the latest answer. */
function applySettings(headers: Headers, requestNumber: number): void {
  if (requestNumber < applied().newestRequest) return
  applied().newestRequest = requestNumber
  setTimeZone(headers.get('timezone'))
  setCurrency(headers.get('currency'))
}

function headersOf({ token, key, ticket, trial }: Request): Record<string, string> {
  return {
    DeviceType: 'web',
    NationId: CHINA,
    ClientID: clientId(),
    PageID: pageId(),
    [positionHeader]: position(),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'Idempotency-Key': key } : {}),
    ...(ticket ? { TickerOPWD: ticket } : {}),
    ...(trial ? { Trial: '1' } : {}),
  }
}

const present = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))

function bodyOf({ method, parameters, form, sending }: Request) {
  if (sending) return { query: present(parameters), body: sending.form }
  if (method === 'GET') return { query: present(parameters) }
  if (form) return { body: new URLSearchParams(present(parameters)) }
  return { body: { ...parameters } }
}

/** Bytes below the limit browsers set for calls outliving their page. */
const maxOutliving = 16_000

/** Calls of a page being left go on, when small enough. */
const outlivesPage = ({ file, sending, parameters }: Request) =>
  typeof document !== 'undefined' &&
  document.visibilityState === 'hidden' &&
  !file &&
  !sending &&
  JSON.stringify(parameters).length <= maxOutliving

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'status') === 'number'
}

function nameOf(headers: Headers): string {
  const disposition = headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download'
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body || null
  }
}

async function request(asked: Request): Promise<Received> {
  const { method, signal, file, sending } = asked
  const { baseUrl, isLanguageSaid, fetch } = connection()
  const url = `${baseUrl}/${isLanguageSaid ? `${store.get(localeAtom)}/` : ''}${asked.path}`
  try {
    if (sending && typeof XMLHttpRequest !== 'undefined') {
      const { sendForm } = await import('./formSending.ts')
      const query = new URLSearchParams(present(asked.parameters))
      return await sendForm(`${url}?${query}`, headersOf(asked), sending, signal)
    }
    return await fetch.raw(url, {
      ...bodyOf(asked),
      method,
      headers: headersOf(asked),
      credentials: 'include',
      retry: 0,
      ignoreResponseError: true,
      responseType: file ? 'blob' : 'text',
      ...(signal ? { signal } : {}),
      ...(outlivesPage(asked) ? { keepalive: true } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw new DOMException('The call was given up', 'AbortError')
    store.set(unreachedAtom, true)
    throw new CallError(503, text('call.unreachable'), { reason: String(error) }, 0, false)
  }
}

/**
 * Sends one request.
 * @throws CallError for any status other than 0
 */
export async function send(asked: Request): Promise<unknown> {
  const sent = position()
  const requestNumber = nextRequest()
  const response = await request(asked)
  store.set(unreachedAtom, false)
  const { status: http, headers, _data: body } = response
  answerPosition(headers.get(positionHeader), sent)
  if (headers.has('timezone')) applySettings(headers, requestNumber)
  const isJson = headers.get('content-type')?.includes('json') ?? false
  if (body instanceof Blob && !isJson && response.ok)
    return { name: nameOf(headers), blob: body } satisfies AnsweredFile
  const answer = parsed(body instanceof Blob ? await body.text() : String(body ?? ''))
  if (!isAnswer(answer)) throw new CallError(response.ok ? 500 : http, text('call.unreadable'), answer, http, false)
  if (answer.status !== 0) throw new CallError(answer.status, answer.message, answer.data, http)
  return answer.data
}
