/** Request ids: a proxy's own, else a new one; logged, and told in the answer. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Plain characters only: ids are written to logs. */
const plain = /^[\w.:-]{1,100}$/

export const requestIds = {
  requestIdHeader: false,
  genReqId({ headers }: Pick<IncomingMessage, 'headers'>): string {
    const given = headers['x-request-id']
    return typeof given === 'string' && plain.test(given) ? given : randomUUID()
  },
} as const
