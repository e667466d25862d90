/** Realtime channel: changes by other users, tabs and machines. */
import { type Atom, atom } from 'jotai'
import {
  type ConnectMessage,
  type DeadlineMessage,
  type NoticeMessage,
  type ServerMessage,
  serverMessageFrom,
} from '#contract/system/realtime.ts'
import { clientId, pageId } from '../api/clientIdentity.ts'
import { sessionAtom } from '../api/credentials.ts'
import { loadStrings } from '../api/messages.ts'
import { hearPosition } from '../api/position.ts'
import { text } from '../language.ts'
import { notify } from '../notifications.ts'
import { hearChange, hearMissed } from '../records/changes.ts'
import { watchedWindows } from '../records/rows.ts'
import { loadMenu } from '../session/permittedMenu.ts'
import { store } from '../store.ts'
import { loadNotices, noticesAtom } from './notices.ts'
import { checkMs, freshLink, type LinkEvent, resendWait, stepped } from './realtimeLink.ts'
import type { Opening, Socket } from './realtimeSocket.ts'

/** Channel state: `lost` after a disconnect or a failed attempt. */
export type ChannelState = 'off' | 'connecting' | 'connected' | 'lost'

const stateAtom = atom<ChannelState>('off')
export const channelStateAtom: Atom<ChannelState> = stateAtom

const connectMessage = (): ConnectMessage => {
  const token = store.get(sessionAtom)?.socketToken
  return { type: 'Connect', ClientID: clientId(), PageID: pageId(), ...(token ? { Token: token } : {}) }
}

export function startRealtime(open: Opening): () => void {
  let link = freshLink
  let socket: Socket | null = null
  let resend: ReturnType<typeof setTimeout> | undefined
  let said: string | null | undefined
  let isAnonymous = true
  let wasConnected = false

  function happened(event: LinkEvent): void {
    const before = link
    link = stepped(link, event, Date.now())
    if (link.phase === 'connecting' && before.phase === 'closed') connect()
  }

  function connect(): void {
    const opened = open({
      opened: () => {
        if (socket !== opened) return
        happened('opened')
        sayWho()
      },
      closed: () => {
        if (socket === opened) lose()
      },
      said: data => {
        const message = socket === opened ? serverMessageFrom(data) : null
        if (message) hear(message)
      },
    })
    socket = opened
  }

  function lose(): void {
    socket = null
    said = undefined
    store.set(stateAtom, 'lost')
    happened('closed')
  }

  /** Announces the user as soon as the channel permits. */
  function sayWho(): void {
    clearTimeout(resend)
    const wait = resendWait(link)
    if (wait === 0 && socket) {
      said = store.get(sessionAtom)?.loginName ?? null
      socket.send(JSON.stringify(connectMessage()))
      return
    }
    happened('wanted')
    resend = setTimeout(sayWho, wait)
  }

  function hear(message: ServerMessage): void {
    if ('position' in message) hearPosition(message.position)
    switch (message.type) {
      case 'Connected':
        isAnonymous = message.anonymous
        store.set(stateAtom, 'connected')
        // Changes during a gap, or between list load and connection, were missed.
        if (wasConnected || watchedWindows().some(window => window.total() !== null)) missed()
        wasConnected = true
        if (!isAnonymous) void loadNotices()
        break
      case 'StringUpdate':
        renewTexts()
        break
      case 'Missed':
        missed()
        break
      case 'RecordChanged':
        hearChange(message)
        break
      case 'Notice':
        void hearNotice(message)
        break
      case 'NoticesChanged':
        void loadNotices()
        break
      case 'Deadline':
        hearDeadline(message)
        break
      case 'SessionEnded':
        // Possibly an outdated session: only the server knows.
        void loadMenu()
        break
    }
  }

  // Renewal keeps the identity: the known token stays valid for the server.
  const unfollow = store.sub(sessionAtom, () => {
    const session = store.get(sessionAtom)
    const isKnown = said === (session?.loginName ?? null) && !(isAnonymous && session)
    if (!isKnown) sayWho()
  })
  const reconnect = () => happened('wanted')
  globalThis.addEventListener?.('online', reconnect)
  const checks = setInterval(() => happened('check'), checkMs)
  store.set(stateAtom, 'connecting')
  happened('check')

  return () => {
    unfollow()
    globalThis.removeEventListener?.('online', reconnect)
    clearInterval(checks)
    clearTimeout(resend)
    const last = socket
    socket = null
    last?.close()
    store.set(stateAtom, 'off')
  }
}

function renewTexts(): void {
  void loadStrings()
  void loadMenu()
}

function missed(): void {
  renewTexts()
  hearMissed()
}

// Notifications from the realtime channel: notices and expiring deadlines.

/** Food safety notices are urgent; others are informational. */
const urgent: ReadonlySet<string> = new Set(['ALERT', 'RECALL'])

async function hearNotice({ id, title, notifyType }: NoticeMessage): Promise<void> {
  // Only calls answer in the language of the reader.
  await loadNotices()
  const said = () => store.get(noticesAtom).find(notice => notice.id === id)?.title ?? title
  notify({
    kind: urgent.has(notifyType) ? 'warning' : 'success',
    text: () => text('notice.arrived', { title: said() }),
  })
}

function hearDeadline({ entity, what, stage, docNo, title, isDrill }: DeadlineMessage): void {
  const number = () => (isDrill ? text('task.drill', { docNo }) : docNo)
  notify({
    kind: stage === 'over' ? 'error' : 'warning',
    text: () => text(`deadline.${stage}`, { docNo: number(), clock: text(`${entity}.${what}`) }),
    details: title,
  })
}
