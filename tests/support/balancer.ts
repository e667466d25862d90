/** Small load balancer: asks `/readyz`, keeps connections, repeats nothing. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const lookMs = 100

interface Backend {
  readonly port: number
  readonly agent: Agent
  isUp: boolean
  /** Calls that it was given. */
  given: number
}

export interface Balancer {
  readonly url: string
  readonly backends: readonly Backend[]
  close(): Promise<void>
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok, body }) => body?.cancel().then(() => ok) ?? ok,
    () => false,
  )

function pass({ port, agent }: Backend, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming
  const { connection: _, ...own } = headers
  const asked = request({ host: '127.0.0.1', port, method, path: url, headers: own, agent }, answer => {
    const { connection: _own, 'keep-alive': _alive, ...told } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, told)
    answer.pipe(outgoing)
  })
  asked.on('error', error => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ status: 502, message: String(error) }))
  })
  incoming.pipe(asked)
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends = ports.map(port => ({ port, agent: new Agent({ keepAlive: true }), isUp: false, given: 0 }))
  let turn = 0
  let isClosed = false
  const look = async (backend: Backend) => {
    while (!isClosed) {
      backend.isUp = await isReady(backend.port)
      await delay(lookMs)
    }
  }
  const looking = backends.map(look)
  const server = createServer((incoming, outgoing) => {
    const up = backends.filter(({ isUp }) => isUp)
    const backend = up[turn % up.length]
    turn += 1
    if (!backend) return void outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{"status":503}')
    backend.given += 1
    pass(backend, incoming, outgoing)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backends,
    async close() {
      isClosed = true
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await Promise.all(looking)
      for (const { agent } of backends) agent.destroy()
    },
  }
}
