/** File upload by XMLHttpRequest, since `fetch` reports no upload progress. */

import { positionHeader } from '#contract/system/logPosition.ts'

export interface Sending {
  readonly form: FormData
  /** Progress from 0 to 1. */
  onProgress?(part: number): void
}

export type Received = Response & { readonly _data?: unknown }

function headersIn(request: XMLHttpRequest): Headers {
  const kept = ['content-type', positionHeader].map(name => [name, request.getResponseHeader(name) ?? ''] as const)
  return new Headers(kept.filter(([, value]) => value !== '').map(pair => [...pair]))
}

export function sendForm(
  url: string,
  headers: Readonly<Record<string, string>>,
  { form, onProgress }: Sending,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
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
  request.onloadend = () => signal?.removeEventListener('abort', abort)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) reject(new DOMException('The call was given up', 'AbortError'))
  else request.send(form)
  return promise
}
