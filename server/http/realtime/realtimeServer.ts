/** Realtime channel: a WebSocket for change notifications, across processes. */
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/schema/answer.ts'
import { realtimePath } from '#contract/system/realtime.ts'
import type { Database } from '../../db/connection/context.ts'
import { listenTo } from '../../db/connection/listen.ts'
import { outsideTransaction } from '../../db/connection/open.ts'
import { currentPosition } from '../../db/connection/replication/commitPosition.ts'
import type { Standby } from '../../db/connection/replication/standby.ts'
import { type Change, type ChannelMessage, changesChannel, gathered, readChange } from '../../db/records/changes.ts'
import { networkOf } from '../../domain/auth/networks.ts'
import { addressOf } from '../calls/proxies.ts'
import { Hub, type Member, type Positioned } from './realtimeHub.ts'
import { isOwnOrigin, largestMessage } from './realtimeMessages.ts'
import { closing, openChannel } from './realtimeSocket.ts'

/** Merge window in ms: one transaction's notifications arrive together. */
const gatherMs = 50

function gatherer<T>(done: (all: readonly T[]) => void): (one: T) => void {
  let waiting: T[] = []
  return one => {
    if (waiting.push(one) > 1) return
    setTimeout(() => {
      const all = waiting
      waiting = []
      done(all)
    }, gatherMs)
  }
}

const isChange = (one: ChannelMessage): one is Change => 'entity' in one

function positionReader(db: Database, standby: Standby | undefined): () => Promise<Positioned> {
  return async () => (standby ? currentPosition(outsideTransaction(db)).then(toPositioned, () => ({})) : {})
}

const toPositioned = (position: string): Positioned => ({ position })

/** Serves the channel; LISTEN starts with the first socket. */
export async function serveRealtime(app: FastifyInstance, db: Database, standby?: Standby): Promise<void> {
  const readPosition = positionReader(db, standby)
  const hub = new Hub(db, readPosition)
  let announced: Promise<unknown> = Promise.resolve()
  const gather = gatherer<ChannelMessage>(messages => {
    hub.reconsider(messages)
    const changes = gathered(messages.filter(isChange))
    if (standby) announced = Promise.all([readPosition(), announced]).then(([at]) => hub.announce(changes, at))
    else hub.announce(changes, {})
    void hub.pass(messages)
  })
  const listening = listenTo(db, changesChannel, {
    heard: said => {
      const change = readChange(said)
      if (change) gather(change)
    },
    missed: () => void hub.missed(),
  })

  const refuseStrangers = async ({ headers }: FastifyRequest) => {
    if (!isOwnOrigin(headers.origin, headers.host, process.env.PUBLIC_ORIGIN)) throw new AppError('forbidden')
  }

  await app.register(websocket, {
    options: { maxPayload: largestMessage, perMessageDeflate: false },
    // Oversized messages and bad frames: the library closes the socket itself.
    errorHandler: () => undefined,
    preClose: async () => {
      hub.end()
      await new Promise<void>(resolve => app.websocketServer.close(() => resolve()))
    },
  })
  app.addHook('onClose', () => listening.stop())
  app.get(`/${realtimePath}`, { websocket: true, onRequest: refuseStrangers }, (socket, request) => {
    const member: Member = {
      address: networkOf(addressOf(request)),
      said: 'nothing',
      writer: '',
      token: null,
      session: null,
      channel: openChannel(socket, {
        connect: async message => {
          if (message.Token) member.said = 'token'
          try {
            // Subscribe before identifying, so that no change is missed.
            await listening.ready()
            await hub.identify(member, message)
          } catch {
            member.channel.close(closing.later, 'unavailable')
          }
        },
        closed: () => hub.leave(member),
      }),
    }
    hub.enter(member)
  })
}
