import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestTimeout } from '../../server/http/calls/requestTimeout.ts'

let app: FastifyInstance
let port: number

beforeAll(async () => {
  app = fastify()
  requestTimeout(app, ({ url }) => url === '/files', 0.2)
  for (const path of ['/call', '/files']) app.post(path, async () => 'answered')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`

/** Sends a request without its last byte by default; returns all received. */
async function begun(path: string, last = '') {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', bytes => {
    answer += bytes
  })
  // Being cut off may show as an error.
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(head(path) + last)
  return {
    finish: () => socket.write('}'),
    answer: async () => {
      await closed
      return answer
    },
  }
}

test('a request that is not sent to its end is cut off, and one that brings a file may take its time', async () => {
  const [slow, bringing] = [await begun('/call'), await begun('/files')]
  expect(await slow.answer()).toBe('')
  // The other has been under way for as long by now.
  bringing.finish()
  expect(await bringing.answer()).toContain('answered')
})

test('a request that is sent at once is answered', async () => {
  const quick = await begun('/call', '}')
  expect(await quick.answer()).toContain('answered')
})
