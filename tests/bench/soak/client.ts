/** One person's browser: session, files cookie and realtime channel, each answer looked at. */
import { performance } from 'node:perf_hooks'
import { connectChannel, type Listener } from '../../support/realtime.ts'
import type { Recorder } from './recorder.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Data = any

export interface Asked {
  readonly kind: string
  readonly path: string
  readonly body?: object
  readonly method?: 'GET' | 'POST'
  /** Statuses that are right, 0 unless said. */
  readonly expect?: readonly number[]
  readonly headers?: Readonly<Record<string, string>>
}

export interface Person {
  readonly name: string
  /** The answer's data; bytes of a file; undefined when it was refused. */
  ask(asked: Asked): Promise<Data>
  upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Data>
  read(id: string): Promise<void>
  signIn(): Promise<void>
  signOut(): Promise<void>
  /** Ends the channel or opens a new one. */
  toggleChannel(): Promise<void>
  heard(): number
}

const timeoutMs = 60_000

interface Answered {
  readonly http: number
  readonly status: number
  readonly data: Data
  readonly text: string
}

async function answerOf(response: Response): Promise<Answered> {
  const { status: http, headers } = response
  const bytes = Buffer.from(await response.arrayBuffer())
  if (http === 200 && !headers.get('content-type')?.startsWith('application/json'))
    return { http, status: 0, data: bytes, text: '' }
  const text = bytes.toString()
  const { status = -1, data } = JSON.parse(text) as { status?: number; data?: Data }
  return { http, status, data, text }
}

/** A person with a name and password, not yet signed in. */
export function personOf(url: string, name: string, password: string, recorder: Recorder): Person {
  let token = ''
  let refreshToken = ''
  let socketToken = ''
  let cookie = ''
  let channel: Listener | null = null
  let heard = 0

  /** Signs in by name, or renews the session. */
  async function logIn(kind: string, asked: Record<string, string>): Promise<boolean> {
    const from = performance.now()
    const response = await fetch(`${url}/Auth/login`, { method: 'POST', body: new URLSearchParams(asked) })
    const { data, status, text } = await answerOf(response)
    recorder.measured(kind, performance.now() - from)
    if (status !== 0) {
      recorder.error(`${kind}: ${name} ${text}`)
      return false
    }
    token = data.access_token
    refreshToken = data.refresh_token
    socketToken = data.SocketToken
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    return true
  }

  async function send(
    kind: string,
    path: string,
    init: RequestInit,
    expect: readonly number[],
    isRenewed = false,
  ): Promise<Data> {
    const from = performance.now()
    const said = `${name} ${init.method} ${path} ${typeof init.body === 'string' ? init.body.slice(0, 800) : ''}`
    let answered: Answered
    try {
      const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(init.headers as object) }
      answered = await answerOf(
        await fetch(`${url}/${path}`, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) }),
      )
    } catch (thrown) {
      recorder.error(`${kind}: ${said}: ${thrown} ${(thrown as Error).cause ?? ''}`)
      return undefined
    }
    recorder.measured(kind, performance.now() - from)
    const { http, status, data, text } = answered
    if (http === 401 && token && !isRenewed) {
      if (!(await logIn('renewal', { grant_type: 'refresh_token', refresh_token: refreshToken }))) return undefined
      return send(kind, path, { ...init, ...(kind === 'file' && { headers: { cookie } }) }, expect, true)
    }
    if (http >= 500 || !expect.includes(status)) {
      recorder.error(`${kind}: ${said}: ${http} ${text.slice(0, 1_500)}`)
      return undefined
    }
    if (status === 0) return data
    recorder.refused(status)
    return undefined
  }

  const ask: Person['ask'] = ({ kind, path, body = {}, method = 'POST', expect = [0], headers = {} }) =>
    method === 'GET'
      ? send(kind, `${path}?${new URLSearchParams(body as Record<string, string>)}`, { method, headers }, expect)
      : send(
          kind,
          path,
          { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } },
          expect,
        )

  async function openChannel(): Promise<void> {
    await recorder.time('channel', async () => {
      const opened = await connectChannel(url, { token: socketToken, client: name, page: 'p1' })
      channel = opened
      void opened.closed.then(({ code, reason }) => {
        heard += opened.heard.length
        if (channel === opened) recorder.error(`channel of ${name}: closed by the server, ${code} ${reason}`)
      })
    })
  }

  function closeChannel(): void {
    const open = channel
    channel = null
    open?.close()
  }

  return {
    name,
    ask,
    async upload(fileName, bytes) {
      const body = new FormData()
      body.append('file', new Blob([bytes]), fileName)
      return send('upload', 'files/upload', { method: 'POST', body }, [0])
    },
    async read(id) {
      await send('file', `files/${id}`, { method: 'GET', headers: { cookie } }, [0])
    },
    async signIn() {
      if (!(await logIn('sign in', { grant_type: 'password', username: name, password }))) return
      await openChannel()
    },
    async signOut() {
      closeChannel()
      await ask({ kind: 'sign out', path: 'Home/LoginOut' })
      token = ''
    },
    async toggleChannel() {
      if (channel) closeChannel()
      else await openChannel()
    },
    heard: () => heard + (channel?.heard.length ?? 0),
  }
}
