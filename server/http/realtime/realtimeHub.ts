/** Who is on the realtime channel of this process, what each of them may hear, and when his time is over. */
import {
  type ConnectMessage,
  mayHear,
  type RecordChanged,
  type ServerMessage,
} from '../../../src/contract/system/realtime.ts'
import type { Database } from '../../db/connection/context.ts'
import type { Announcement, Told, ToldDeadline, ToldNotice } from '../../db/records/changes.ts'
import { isNarrowed, seesEverybody, tableNamed } from '../../db/schema/columns.ts'
import { type Session, sessionOf } from '../../domain/auth/session.ts'
import { announcedNotice } from '../../domain/notices/notify.ts'
import { clientOf, writerOf } from './realtimeMessages.ts'
import { type Channel, closing } from './realtimeSocket.ts'

/** Most channels of people who are signed in, in one process and of one person. */
const mostSignedIn = 2_000
const mostOfPerson = 10
/** Most channels that are not, or not yet: in one process and of one address. */
export const mostStrangers = 500
export const mostStrangersOfAddress = 50
/** Accounts and organisations run out by the calendar, which nobody announces. */
const lookMs = 60_000

/** What a change of these may take away, or give, anybody at all. */
const rightsOfAll = new Set(['role', 'menu', 'customer'])
/** What is shown in every language and to everybody. */
const shownToAll = new Set(['uistring', 'menu'])

/** One socket, and who is at its other end. */
export interface Member {
  readonly channel: Channel
  /** The network it comes from. */
  readonly address: string
  /** `token`: it gave one that is being looked up, so it counts neither as mute nor as a stranger. */
  said: 'nothing' | 'token' | 'answered'
  writer: string
  token: string | null
  session: Session | null
}

const grantsText = ({ grants }: Session) => JSON.stringify([...grants].map(([page, buttons]) => [page, [...buttons]]))

/** May this person hear of these rows? */
function concerns({ session }: Member, { entity, owner }: Announcement): boolean {
  if (!session || !mayHear(session.grants, entity)) return false
  return owner === 0 || owner === session.customerId || seesEverybody(tableNamed(entity).entity, session)
}

function isNarrow({ session }: Member, { entity }: Announcement): boolean {
  return session?.writtenBy != null && isNarrowed(tableNamed(entity).entity, { writtenBy: session.writtenBy })
}

const messageOf = ({ entity, ids, kind, by }: Announcement): RecordChanged => ({
  type: 'RecordChanged',
  entity,
  ids,
  kind,
  by: clientOf(by),
})

/** The sockets of one server process. */
export class Hub {
  readonly #db: Database
  readonly #members = new Set<Member>()
  readonly #looking: NodeJS.Timeout

  constructor(db: Database) {
    this.#db = db
    this.#looking = setInterval(() => void this.#look([...this.#members]), lookMs)
    this.#looking.unref()
  }

  enter(member: Member): void {
    this.#members.add(member)
    this.#thinStrangers(member)
  }

  /** Cuts off one stranger beyond their number: the oldest mute, else the oldest, never the one who has just come. */
  #thinStrangers(newcomer: Member): void {
    const strangers = [...this.#members].filter(({ session, said }) => session === null && said !== 'token')
    const ofAddress = strangers.filter(({ address }) => address === newcomer.address)
    const crowd =
      ofAddress.length > mostStrangersOfAddress ? ofAddress : strangers.length > mostStrangers ? strangers : []
    const others = crowd.filter(member => member !== newcomer)
    const leaving = others.find(({ said }) => said === 'nothing') ?? others[0]
    if (!leaving) return
    // Gone from the count at once: it may take its time to say goodbye.
    this.#members.delete(leaving)
    leaving.channel.cut()
  }

  leave(member: Member): void {
    this.#members.delete(member)
  }

  /** Finds out who it is, and tells him. @throws when the database is away */
  async identify(member: Member, { ClientID, PageID, Token }: ConnectMessage): Promise<void> {
    const token = Token ?? null
    member.token = token
    member.writer = writerOf(ClientID, PageID)
    const session = token === null ? null : await sessionOf(this.#db, token, 'SOCKET')
    // He may have said something else since, or gone.
    if (member.token !== token || !member.channel.isOpen()) return
    member.said = 'answered'
    member.session = session?.open ? session : null
    if (this.#isTooMany(member)) return member.channel.close(closing.later, 'too many')
    if (member.session === null) this.#thinStrangers(member)
    member.channel.say({ type: 'Connected', anonymous: member.session === null })
  }

  #isTooMany({ session }: Member): boolean {
    if (session === null) return false
    const signedIn = [...this.#members].flatMap(other => (other.session ? [other.session.userId] : []))
    return signedIn.length > mostSignedIn || signedIn.filter(id => id === session.userId).length > mostOfPerson
  }

  /** Tells everybody what concerns him, but not who did it himself. */
  announce(announcements: readonly Announcement[]): void {
    for (const announcement of announcements) {
      const said = JSON.stringify(messageOf(announcement))
      // Whose the rows are is not known here: a narrow data scope hears only that there were some.
      const unnamed = JSON.stringify(messageOf({ ...announcement, kind: 'many', ids: [] }))
      for (const member of this.#members) {
        const isOwn = announcement.by !== '' && announcement.by === member.writer
        if (!isOwn && concerns(member, announcement))
          member.channel.say(isNarrow(member, announcement) ? unnamed : said)
      }
    }
    if (announcements.some(({ entity }) => shownToAll.has(entity))) this.#tellAll({ type: 'StringUpdate' })
  }

  /** Passes on what is meant for persons: notices, and deadlines. */
  async pass(all: readonly Told[]): Promise<void> {
    for (const told of all) {
      // Without a database nobody can be asked whom a notice is for; it waits among his own until he looks.
      if ('notice' in told) await this.#passNotice(told).catch(() => undefined)
      else if ('reader' in told)
        this.#tell(({ session }) => session?.userId === told.reader, { type: 'NoticesChanged' })
      else if ('deadline' in told) this.#passDeadline(told)
    }
  }

  /** Whoever published it knows; he is only told that there is one more for him. */
  async #passNotice({ notice: id, by }: ToldNotice): Promise<void> {
    const users = [...this.#members].flatMap(({ session }) => (session ? [session.userId] : []))
    const found = users.length > 0 ? await announcedNotice(this.#db, id, users) : null
    if (!found) return
    const { customerId, isPublished, userIds, title, notifyType, isPinned } = found
    const meant = new Set(userIds)
    if (!isPublished) return this.#tell(({ session }) => session?.customerId === customerId, { type: 'NoticesChanged' })
    const isMeant = ({ session }: Member) => session !== null && meant.has(session.userId)
    const isAuthor = ({ writer }: Member) => by !== '' && writer === by
    this.#tell(member => isMeant(member) && isAuthor(member), { type: 'NoticesChanged' })
    this.#tell(member => isMeant(member) && !isAuthor(member), { type: 'Notice', id, title, notifyType, isPinned })
  }

  #passDeadline({ owner, deadline }: ToldDeadline): void {
    this.#tell(
      ({ session }) =>
        session?.customerId === owner && !session.writtenBy && session.grants.has(deadline.entity) === true,
      deadline,
    )
  }

  #tell(isMeant: (member: Member) => boolean, message: ServerMessage): void {
    const said = JSON.stringify(message)
    for (const member of this.#members) if (isMeant(member)) member.channel.say(said)
  }

  /** Looks again at whom these take their session or rights from. */
  reconsider(changes: readonly Told[]): void {
    const [sessions, users] = [new Set<string>(), new Set<number>()]
    let all = false
    for (const change of changes) {
      if ('session' in change) sessions.add(change.session)
      if (!('entity' in change)) continue
      if (change.entity === 'user') users.add(change.id)
      else if (rightsOfAll.has(change.entity)) all = true
    }
    const isMeant = ({ session }: Member) =>
      session !== null && (all || sessions.has(session.session) || users.has(session.userId))
    void this.#look([...this.#members].filter(isMeant))
  }

  async #look(members: readonly Member[]): Promise<void> {
    // Without a database nobody can be asked: the next look is a minute away.
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

  /** For a while nothing was heard from the database: anything may have changed, the rights of everybody too. */
  missed(): void {
    this.#tellAll({ type: 'Missed' })
    void this.#look([...this.#members])
  }

  #tellAll(message: ServerMessage): void {
    for (const { channel } of this.#members) channel.say(message)
  }

  /** Sends everybody away: they come back to whoever answers next. */
  end(): void {
    clearInterval(this.#looking)
    for (const { channel } of this.#members) channel.close(closing.restart, 'restart')
  }
}
