import type { ServerResponse } from 'node:http'
import { withAbort } from '../../db/connection/queryCancellation.ts'

/** Does a reading call for as long as somebody waits for its answer. */
export function abortOnDisconnect<T>(response: ServerResponse, work: () => Promise<T>): Promise<T> {
  const leaving = new AbortController()
  // Of the response: the request itself is over as soon as its body is read.
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort()
  })
  return withAbort(leaving.signal, work)
}
