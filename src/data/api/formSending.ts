/** A form with a file on its way. `fetch` does not say how much of it has gone: an XMLHttpRequest does. */

/** What is sent, and who is told of it. */
export interface Sending {
  readonly form: FormData
  /** How much of it has gone, from 0 to 1. */
  onProgress?(part: number): void
}

/** What came back, read as ofetch reads it. */
export type Received = Response & { readonly _data?: unknown }

function headersIn(request: XMLHttpRequest): Headers {
  const type = request.getResponseHeader('content-type')
  return new Headers(type === null ? {} : { 'content-type': type })
}

/** Sends a form. Rejects when there was no answer, or when it was given up. */
export function sendForm(
  url: string,
  headers: Readonly<Record<string, string>>,
  { form, onProgress }: Sending,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const request = new XMLHttpRequest()
  const giveUp = () => request.abort()
  request.open('POST', url)
  request.withCredentials = true
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
  request.onload = () => {
    const { status, responseText } = request
    resolve(Object.assign(new Response(null, { status, headers: headersIn(request) }), { _data: responseText }))
  }
  request.onerror = () => reject(new TypeError('There was no answer'))
  request.onabort = () => reject(new DOMException('The call was given up', 'AbortError'))
  request.onloadend = () => signal?.removeEventListener('abort', giveUp)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) reject(new DOMException('The call was given up', 'AbortError'))
  else request.send(form)
  return promise
}
