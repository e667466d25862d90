/** What is said on the realtime channel, by the console and by the server; the whole of it, as JSON texts. */
import { entities } from '../index.ts'
import { referrersOf } from '../pages.ts'
import type { DeadlineName, Stage } from '../recall/deadlines.ts'
import type { Entity } from '../schema/entity.ts'
import { type Grants, permits } from '../schema/permission.ts'

/** Path of the websocket, without the locale. */
export const realtimePath = 'Home/Realtime'

/** The first message of a client, and any later one: who it is, from now on. */
export interface ConnectMessage {
  readonly type: 'Connect'
  /** Kept by the browser: the same in all its tabs. */
  readonly ClientID: string
  /** The SocketToken of the session; without one the channel stays anonymous. */
  readonly Token?: string
  /** Tells the tabs of one browser apart, so that each hears what the other writes. */
  readonly PageID?: string
}

export type ChangeKind = 'created' | 'updated' | 'deleted' | 'many'

/** Rows of an entity are not what they were. */
export interface RecordChanged {
  readonly type: 'RecordChanged'
  readonly entity: string
  /** Which ones; empty where they were `many`. */
  readonly ids: readonly number[]
  readonly kind: ChangeKind
  /** ClientID of who did it; empty when it was no client that said so. */
  readonly by: string
}

/** A clock of a recall or an accident has run so far that it is told, to whoever has that page. */
export interface DeadlineMessage {
  readonly type: 'Deadline'
  readonly entity: 'callback' | 'unsafefoodaccident'
  readonly id: number
  readonly docNo: string
  readonly title: string
  readonly isDrill: boolean
  /** The clock, by the field that says when it is over. */
  readonly what: DeadlineName
  readonly at: string
  readonly stage: Exclude<Stage, 'early'>
}

/** A notice was published that is meant for the caller. */
export interface NoticeMessage {
  readonly type: 'Notice'
  readonly id: number
  readonly title: string
  readonly notifyType: string
  readonly isPinned: boolean
}

export type ServerMessage =
  /** The answer to Connect, from which on nothing is missed. Who is anonymous hears of texts only. */
  | { readonly type: 'Connected'; readonly anonymous: boolean }
  /** Texts of the installation, the menu or the rights of the caller changed. */
  | { readonly type: 'StringUpdate' }
  /** The server was cut off from the database for a while: anything may have changed. */
  | { readonly type: 'Missed' }
  /** The session of the channel was ended; the channel is closed after it. */
  | { readonly type: 'SessionEnded' }
  /** The caller's notices are not what they were: one was withdrawn, or read in another place. */
  | { readonly type: 'NoticesChanged' }
  | NoticeMessage
  | DeadlineMessage
  | RecordChanged

const types: ReadonlySet<unknown> = new Set<ServerMessage['type']>([
  'Connected',
  'StringUpdate',
  'Missed',
  'SessionEnded',
  'NoticesChanged',
  'Notice',
  'Deadline',
  'RecordChanged',
])

/** Reads what the server said; null for what this version does not know. */
export function serverMessageFrom(said: unknown): ServerMessage | null {
  const message: unknown = typeof said === 'string' ? JSON.parse(said) : null
  const isKnown = typeof message === 'object' && message !== null && types.has(Reflect.get(message, 'type'))
  return isKnown ? (message as ServerMessage) : null
}

const lookers = new Map(
  Object.values<Entity>(entities).map(({ name }) => [name, [name, ...referrersOf(name)]] as const),
)

/** May somebody with these grants hear of the rows of an entity? As who may look them up. */
export function mayHear(grants: Grants, entity: string): boolean {
  const menu = lookers.get(entity)
  return menu !== undefined && permits(grants, { menu })
}
