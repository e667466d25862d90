/** Proxy before a PostgreSQL that falls silent without closing: a cut cable, a stalled host. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Connection } from './databases.ts'

export interface ProxiedLine {
  /** What the client sent lately, as text. */
  readonly sent: string
}

export interface DatabaseProxy {
  /** The database, reached through the proxy. */
  readonly connection: Connection
  /** Silence of every line. */
  isSilent: boolean
  /**
   * Silences the first line that fits, once.
   * @param passes whether what it just sent still arrives
   */
  silenceLine(fits: (line: ProxiedLine) => boolean, passes?: boolean): void
  /** Whether a line that `silenceLine` named is silent now. */
  readonly silencedLines: number
  /** Those of them that their client has closed. */
  readonly leftLines: number
  close(): Promise<void>
}

interface Trap {
  readonly fits: (line: ProxiedLine) => boolean
  readonly passes: boolean
}

const keptText = 20_000

export async function proxyDatabase(to: Connection): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  const traps = new Set<Trap>()
  const state = { isSilent: false, silencedLines: 0, leftLines: 0 }
  const pass = (client: Socket) => {
    const line = { sent: '', isSilent: false }
    const database = to.host.startsWith('/') ? connect(`${to.host}/.s.PGSQL.${to.port}`) : connect(to.port, to.host)
    const isSilent = () => state.isSilent || line.isSilent
    client.on('data', data => {
      line.sent = (line.sent + data.toString('latin1')).slice(-keptText)
      const trap = line.isSilent ? undefined : [...traps].find(each => each.fits(line))
      const passes = !isSilent() && trap?.passes !== false
      if (trap) {
        traps.delete(trap)
        line.isSilent = true
        state.silencedLines += 1
      }
      if (passes) database.write(data)
    })
    client.on('close', () => {
      if (line.isSilent) state.leftLines += 1
    })
    database.on('data', data => void (isSilent() || client.write(data)))
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('close', () => isSilent() || other.destroy())
      one.on('error', () => undefined)
    }
  }
  const server: Server = createServer(pass)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    connection: { ...to, host: '127.0.0.1', port },
    get isSilent() {
      return state.isSilent
    },
    set isSilent(value) {
      state.isSilent = value
    },
    silenceLine: (fits, passes = false) => void traps.add({ fits, passes }),
    get silencedLines() {
      return state.silencedLines
    },
    get leftLines() {
      return state.leftLines
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
