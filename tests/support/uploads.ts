/** Uploads and downloads of a test server, as by browsers. */
import { adminPassword, type TestServer } from './server.ts'

export interface Uploaded {
  readonly http: number
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly data: any
  readonly state?: string
  readonly id?: string
  readonly name?: string
  readonly url?: string
}

/** Sends one file, where records have theirs unless said. */
export async function upload(
  { url }: Pick<TestServer, 'url'>,
  token: string | null,
  name: string,
  bytes: Uint8Array | string,
  path = 'files/upload',
): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  const response = await fetch(`${url}/${path}`, {
    method: 'POST',
    body: form,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  })
  return { http: response.status, ...((await response.json()) as Omit<Uploaded, 'http'>) }
}

/** Files cookie of a sign-in, as set. */
export async function signInForFiles({ url }: Pick<TestServer, 'url'>, username = 'admin'): Promise<string> {
  const response = await fetch(`${url}/Auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username, password: adminPassword }),
  })
  return response.headers.get('set-cookie') ?? ''
}

/** Reads a stored file with such a cookie. */
export async function readFile(
  { url }: Pick<TestServer, 'url'>,
  cookie: string | null,
  id: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly http: number; readonly headers: Headers; readonly bytes: Buffer }> {
  const response = await fetch(`${url}/files/${id}`, {
    headers: { ...headers, ...(cookie === null ? {} : { cookie: cookie.split(';')[0] ?? '' }) },
  })
  return { http: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
