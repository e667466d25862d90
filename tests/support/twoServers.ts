/** Two server processes on one database, alternating behind one address. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { startServer } from './browserProcess.ts'

export interface TwoServers {
  readonly url: string
  /** Their database, to look into and to let time pass in. */
  readonly db: Database
  /** How many connections each of them was given. */
  readonly given: readonly number[]
  stop(): Promise<void>
}

export async function startTwoServers(): Promise<TwoServers> {
  const first = await startServer('plant')
  const servers = [first, await startServer('plant', { beside: first.connection })]
  const ports = servers.map(({ url }) => Number(new URL(url).port))
  const given = ports.map(() => 0)
  const open = new Set<Socket>()
  let turn = 0
  const front = createServer(incoming => {
    const at = turn % ports.length
    turn += 1
    given[at] = (given[at] ?? 0) + 1
    const outgoing = connect(ports[at] ?? 0, '127.0.0.1')
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      // Cut connections of a browser cut their other half.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
  const db = openDatabase(first.connection)
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    db,
    given,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => front.close(resolve))
      await closeDatabase(db)
      for (const server of servers.toReversed()) await server.stop()
    },
  }
}
