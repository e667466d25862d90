import type { ServerResponse } from 'node:http'
import { withAbort } from '../../db/connection/queryCancellation.ts'

/** Runs a read call; aborts its queries when the client disconnects. */
export function abortOnDisconnect<T>(response: ServerResponse, work: () => Promise<T>): Promise<T> {
  const leaving = new AbortController()
  // Response, not request: the latter closes once its body is read.
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort()
  })
  return withAbort(leaving.signal, work)
}
