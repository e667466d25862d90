/** Work of one person is never sent as another's, over a server that answers late. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import { beginSession, forgetSession, type Session } from '../../../src/data/api/credentials.ts'
import { connect } from '../../../src/data/api/transport.ts'
import { type Entry, entryOf } from '../../../src/data/outbox/entries.ts'
import { postEntry } from '../../../src/data/outbox/outbox.ts'

const sessionOf = (loginName: string): Session => ({
  accessToken: `access-${loginName}`,
  refreshToken: `refresh-${loginName}`,
  socketToken: 'socket',
  loginName,
  name: loginName,
  expiresAt: 0,
})

const entryBy = (owner: string): Entry =>
  entryOf(
    { owner, key: 'key-1', task: 'count', entity: 'stockcount', row: {}, submit: true, title: '', subjects: [] },
    1,
    0,
  )

const saves: IncomingMessage[] = []
let waiting = Promise.withResolvers<ServerResponse>()
const server = createServer((request, response) => {
  if (!request.url?.includes('/template/save/')) return response.end('{"status":401,"message":"","data":null}')
  saves.push(request)
  waiting.resolve(response)
})

beforeEach(async () => {
  saves.length = 0
  waiting = Promise.withResolvers<ServerResponse>()
  server.listen(0)
  await once(server, 'listening')
  connect({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})

afterEach(() => {
  forgetSession()
  server.closeAllConnections()
  server.close()
})

test('an entry under way is not repeated with the token of who signed in meanwhile', async () => {
  beginSession(sessionOf('wang'))
  const posted = postEntry(entryBy('wang'))
  const response = await waiting.promise
  beginSession(sessionOf('li'))
  response.writeHead(401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ status: refusals.unauthorized.status, message: '', data: null }))
  // Its key belongs to the first person: another's would do it twice.
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(saves.map(({ headers }) => headers.authorization)).toEqual(['Bearer access-wang'])
  expect((await posted).kind).toBe('unknown')
})

test('a renewed token of the same person ends nothing', async () => {
  beginSession(sessionOf('wang'))
  const posted = postEntry(entryBy('wang'))
  const response = await waiting.promise
  beginSession({ ...sessionOf('wang'), accessToken: 'access-later' })
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ status: 0, message: '', data: { id: 7 } }))
  expect(await posted).toEqual({ kind: 'done', answer: { id: 7 } })
})

test('nothing is sent for who is not signed in', async () => {
  beginSession(sessionOf('li'))
  expect((await postEntry(entryBy('wang'))).kind).toBe('later')
  expect(saves).toEqual([])
})
