/** What a stopping server waits for, and what it does not. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeGently } from '../../server/http/closing.ts'

test('a connection on which nothing was asked holds nobody up, and a call under way is answered', async () => {
  const app = fastify()
  closeGently(app)
  const under = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  app.get('/slow', () => {
    under.resolve()
    return answer.promise
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const asked = fetch(`http://127.0.0.1:${port}/slow`).then(response => response.text())
  await under.promise
  const closed = app.close()
  // Otherwise it would have a minute for its first request.
  await once(silent, 'close')
  answer.resolve('answered')
  expect(await asked).toBe('answered')
  await closed
})
