/** Realtime messages of client and server, complete, as JSON. */
import { entities } from '../index.ts'
import { referrersOf } from '../pages.ts'
import type { DeadlineName, Stage } from '../recall/deadlines.ts'
import type { Entity } from '../schema/entity.ts'
import { type Grants, permits } from '../schema/permission.ts'

/** Log position, where reads may go to a standby. */
interface Positioned {
  readonly position?: string
}

/** WebSocket path without the locale. */
export const realtimePath = 'Home/Realtime'

/** Identification of a client, first message or later. */
export interface ConnectMessage {
  readonly type: 'Connect'
  readonly ClientID: string
  /** SocketToken of the session; without it the channel stays anonymous. */
  readonly Token?: string
  readonly PageID?: string
}

export type ChangeKind = 'created' | 'updated' | 'deleted' | 'many'

export interface RecordChanged extends Positioned {
  readonly type: 'RecordChanged'
  readonly entity: string
  /** Changed ids; empty for kind `many`. */
  readonly ids: readonly number[]
  readonly kind: ChangeKind
  /** ClientID of the author; empty when unknown. */
  readonly by: string
}

/** Deadline stage reached by a recall or accident, for its page's users. */
export interface DeadlineMessage {
  readonly type: 'Deadline'
  readonly entity: 'callback' | 'unsafefoodaccident'
  readonly id: number
  readonly docNo: string
  readonly title: string
  readonly isDrill: boolean
  readonly what: DeadlineName
  readonly at: string
  readonly stage: Exclude<Stage, 'early'>
}

export interface NoticeMessage {
  readonly type: 'Notice'
  readonly id: number
  readonly title: string
  readonly notifyType: string
  readonly isPinned: boolean
}

export type ServerMessage =
  /** Answer to Connect: nothing is missed hereafter. */
  | ({ readonly type: 'Connected'; readonly anonymous: boolean } & Positioned)
  /** Change of installation texts, menu or the caller's permissions. */
  | { readonly type: 'StringUpdate' }
  /** Gap in notifications (database connection lost): anything may have changed. */
  | ({ readonly type: 'Missed' } & Positioned)
  | { readonly type: 'SessionEnded' }
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

export function serverMessageFrom(said: unknown): ServerMessage | null {
  const message: unknown = typeof said === 'string' ? JSON.parse(said) : null
  const isKnown = typeof message === 'object' && message !== null && types.has(Reflect.get(message, 'type'))
  return isKnown ? (message as ServerMessage) : null
}

const lookers = new Map(
  Object.values<Entity>(entities).map(({ name }) => [name, [name, ...referrersOf(name)]] as const),
)

/** Permission to hear of an entity: same as lookup; settings concern everybody. */
export function mayHear(grants: Grants, entity: string): boolean {
  const menu = lookers.get(entity)
  return entity === 'setting' || (menu !== undefined && permits(grants, { menu }))
}
