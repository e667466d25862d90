/** Members of the realtime channel: their permissions, limits and expiry. */
import { type ConnectMessage, mayHear, type RecordChanged, type ServerMessage } from '#contract/system/realtime.ts'
import type { Database } from '../../db/connection/context.ts'
import type { Announcement, ChannelMessage, NotifiedDeadline, PublishedNotice } from '../../db/records/changes.ts'
import { isNarrowed, seesEverybody } from '../../db/schema/columns.ts'
import { tableNamed } from '../../db/schema/labels.ts'
import { type Session, sessionOf } from '../../domain/auth/signIn.ts'
import { announcedNotice } from '../../domain/notices/notify.ts'
import { clientOf, writerOf } from './realtimeMessages.ts'
import { type Channel, closing } from './realtimeSocket.ts'

/** Limits of authenticated channels, per process and per person. */
const maxSignedIn = 2_000
const maxPerPerson = 10
/** Limits of anonymous channels, per process and per address. */
export const maxStrangers = 500
export const maxStrangersOfAddress = 50
/** Check interval in ms: accounts expire by date, without an event. */
const lookMs = 60_000

/** Entities whose changes may affect anybody's permissions. */
const rightsOfAll = new Set(['role', 'menu', 'customer'])
/** Entities visible to everybody, in every language. */
const shownToAll = new Set(['uistring', 'menu'])

export interface Member {
  readonly channel: Channel
  readonly address: string
  /** `token`: lookup pending, so counted neither as mute nor as anonymous. */
  said: 'nothing' | 'token' | 'answered'
  writer: string
  token: string | null
  session: Session | null
}

const grantsText = ({ grants }: Session) => JSON.stringify([...grants].map(([page, buttons]) => [page, [...buttons]]))

function concerns({ session }: Member, { entity, owner }: Announcement): boolean {
  if (!session || !mayHear(session.grants, entity)) return false
  return owner === 0 || owner === session.customerId || seesEverybody(tableNamed(entity).entity, session)
}

function isNarrow({ session }: Member, { entity }: Announcement): boolean {
  return session?.writtenBy != null && isNarrowed(tableNamed(entity).entity, { writtenBy: session.writtenBy })
}

/** Log position of a message, where there is a standby. */
export type Positioned = Pick<RecordChanged, 'position'>

const messageOf = ({ entity, ids, kind, by }: Announcement, at: Positioned): RecordChanged => ({
  type: 'RecordChanged',
  entity,
  ids,
  kind,
  by: clientOf(by),
  ...at,
})

export class Hub {
  readonly #db: Database
  readonly #members = new Set<Member>()
  readonly #looking: NodeJS.Timeout
  readonly #readPosition: () => Promise<Positioned>

  constructor(db: Database, readPosition: () => Promise<Positioned>) {
    this.#db = db
    this.#readPosition = readPosition
    this.#looking = setInterval(() => void this.#look([...this.#members]), lookMs)
    this.#looking.unref()
  }

  enter(member: Member): void {
    this.#members.add(member)
    this.#thinStrangers(member)
  }

  /** Drops one excess anonymous channel: oldest mute, else oldest. */
  #thinStrangers(newcomer: Member): void {
    const strangers = [...this.#members].filter(({ session, said }) => session === null && said !== 'token')
    const ofAddress = strangers.filter(({ address }) => address === newcomer.address)
    const crowd =
      ofAddress.length > maxStrangersOfAddress ? ofAddress : strangers.length > maxStrangers ? strangers : []
    const others = crowd.filter(member => member !== newcomer)
    const leaving = others.find(({ said }) => said === 'nothing') ?? others[0]
    if (!leaving) return
    // Counted out at once: its close may take time.
    this.#members.delete(leaving)
    leaving.channel.cut()
  }

  leave(member: Member): void {
    this.#members.delete(member)
  }

  /**
   * Identifies a member and confirms.
   * @throws the error of an absent database
   */
  async identify(member: Member, { ClientID, PageID, Token }: ConnectMessage): Promise<void> {
    const token = Token ?? null
    member.token = token
    member.writer = writerOf(ClientID, PageID)
    const session = token === null ? null : await sessionOf(this.#db, token, 'SOCKET')
    const at = session ? await this.#readPosition() : {}
    // Race: another token may have arrived, or the socket closed.
    if (member.token !== token || !member.channel.isOpen()) return
    member.said = 'answered'
    member.session = session?.open ? session : null
    if (this.#isTooMany(member)) return member.channel.close(closing.later, 'too many')
    if (member.session === null) this.#thinStrangers(member)
    member.channel.say({ type: 'Connected', anonymous: member.session === null, ...at })
  }

  #isTooMany({ session }: Member): boolean {
    if (session === null) return false
    const signedIn = [...this.#members].flatMap(other => (other.session ? [other.session.userId] : []))
    return signedIn.length > maxSignedIn || signedIn.filter(id => id === session.userId).length > maxPerPerson
  }

  /** Sends changes to permitted members, except their author. */
  announce(announcements: readonly Announcement[], at: Positioned): void {
    for (const announcement of announcements) {
      const said = JSON.stringify(messageOf(announcement, at))
      // Row authors are unknown here: narrow data scopes get no ids.
      const unnamed = JSON.stringify(messageOf({ ...announcement, kind: 'many', ids: [] }, at))
      for (const member of this.#members) {
        const isOwn = announcement.by !== '' && announcement.by === member.writer
        if (!isOwn && concerns(member, announcement))
          member.channel.say(isNarrow(member, announcement) ? unnamed : said)
      }
    }
    if (announcements.some(({ entity }) => shownToAll.has(entity))) this.#notifyAll({ type: 'StringUpdate' })
  }

  async pass(all: readonly ChannelMessage[]): Promise<void> {
    for (const message of all) {
      // Recipients unknown without a database; the notice list shows it later.
      if ('notice' in message) await this.#passNotice(message).catch(() => undefined)
      else if ('reader' in message)
        this.#notify(({ session }) => session?.userId === message.reader, { type: 'NoticesChanged' })
      else if ('deadline' in message) this.#passDeadline(message)
    }
  }

  /** Sends a notice to its recipients; its publisher only gets `NoticesChanged`. */
  async #passNotice({ notice: id, by }: PublishedNotice): Promise<void> {
    const users = [...this.#members].flatMap(({ session }) => (session ? [session.userId] : []))
    const found = users.length > 0 ? await announcedNotice(this.#db, id, users) : null
    if (!found) return
    const { customerId, isPublished, userIds, title, notifyType, isPinned } = found
    const recipients = new Set(userIds)
    if (!isPublished)
      return this.#notify(({ session }) => session?.customerId === customerId, { type: 'NoticesChanged' })
    const isRecipient = ({ session }: Member) => session !== null && recipients.has(session.userId)
    const isAuthor = ({ writer }: Member) => by !== '' && writer === by
    this.#notify(member => isRecipient(member) && isAuthor(member), { type: 'NoticesChanged' })
    this.#notify(member => isRecipient(member) && !isAuthor(member), {
      type: 'Notice',
      id,
      title,
      notifyType,
      isPinned,
    })
  }

  #passDeadline({ owner, deadline }: NotifiedDeadline): void {
    this.#notify(
      ({ session }) =>
        session?.customerId === owner && !session.writtenBy && session.grants.has(deadline.entity) === true,
      deadline,
    )
  }

  #notify(isRecipient: (member: Member) => boolean, message: ServerMessage): void {
    const said = JSON.stringify(message)
    for (const member of this.#members) if (isRecipient(member)) member.channel.say(said)
  }

  /** Re-checks members whose session or permissions changed. */
  reconsider(changes: readonly ChannelMessage[]): void {
    const [sessions, users] = [new Set<string>(), new Set<number>()]
    let all = false
    for (const change of changes) {
      if ('session' in change) sessions.add(change.session)
      if (!('entity' in change)) continue
      if (change.entity === 'user') users.add(change.id)
      else if (rightsOfAll.has(change.entity)) all = true
    }
    const isRecipient = ({ session }: Member) =>
      session !== null && (all || sessions.has(session.session) || users.has(session.userId))
    void this.#look([...this.#members].filter(isRecipient))
  }

  async #look(members: readonly Member[]): Promise<void> {
    // No database: the next check is a minute away.
    for (const member of members) await this.#lookAt(member).catch(() => undefined)
  }

  async #lookAt(member: Member): Promise<void> {
    const { token, session: before } = member
    if (token === null || before === null) return
    const session = await sessionOf(this.#db, token, 'SOCKET')
    if (member.token !== token) return
    if (!session?.open) {
      member.session = null
      member.channel.say({ type: 'SessionEnded' })
      return member.channel.close(closing.policy, 'session ended')
    }
    member.session = session
    if (grantsText(session) !== grantsText(before)) member.channel.say({ type: 'StringUpdate' })
  }

  /** Gap in notifications: anything may have changed, permissions included. */
  async missed(): Promise<void> {
    this.#notifyAll({ type: 'Missed', ...(await this.#readPosition()) })
    void this.#look([...this.#members])
  }

  #notifyAll(message: ServerMessage): void {
    for (const { channel } of this.#members) channel.say(message)
  }

  /** Closes all channels; clients reconnect to another process. */
  end(): void {
    clearInterval(this.#looking)
    for (const { channel } of this.#members) channel.close(closing.restart, 'restart')
  }
}
