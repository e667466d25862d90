/** What the triggers tell of committed changes (functions.ts): signed, read and gathered. */
import { sql } from 'kysely'
import type { ChangeKind, DeadlineMessage } from '../../../src/contract/system/realtime.ts'
import type { Database } from '../connection/context.ts'
import { views } from '../schema/views.ts'

/** Where the triggers tell it. */
export const changesChannel = 'lotline'

/** Most ids that are named: of more rows it is only said that they were many. */
const mostIds = 100

const kinds = { I: 'created', U: 'updated', D: 'deleted' } as const

/** One row that was changed. */
export interface Change {
  readonly entity: string
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly id: number
  /** The organisation it belongs to; 0 where it is everybody's. */
  readonly owner: number
  /** Who did it, as the call said of itself; empty when it said nothing. */
  readonly by: string
}

/** Changes of one entity that were done by one caller, in one organisation. */
export interface Announcement extends Omit<Change, 'kind' | 'id'> {
  readonly kind: ChangeKind
  readonly ids: readonly number[]
}

/** A session that ended, in whichever process. */
export interface EndedSession {
  readonly session: string
}

/** A notice that was published or withdrawn, and by whom, as the call said of itself. */
export interface ToldNotice {
  readonly notice: number
  readonly by: string
}

/** A user who has read notices somewhere. */
export interface NoticeReader {
  readonly reader: number
}

/** A deadline that is near or over, in one organisation. */
export interface ToldDeadline {
  readonly deadline: DeadlineMessage
  readonly owner: number
}

/** Whatever is told beside the changes of rows. */
export type Told = Change | EndedSession | ToldNotice | NoticeReader | ToldDeadline

const tellNow = (tx: Database, said: string) => sql`select pg_notify(${changesChannel}, ${said})`.execute(tx)

/** Tells of a notice once this transaction is committed. */
export async function tellNotice(tx: Database, id: number): Promise<void> {
  await sql`
    select pg_notify(${changesChannel}, concat_ws(' ', 'notice', ${id}::bigint, current_setting('lotline.by', true)))`.execute(
    tx,
  )
}

/** Tells the other places where a user is signed in that he has read notices. */
export async function tellReader(tx: Database, userId: number): Promise<void> {
  await tellNow(tx, `reader ${userId}`)
}

/** Tells of a deadline once this transaction is committed. */
export async function tellDeadline(tx: Database, owner: number, deadline: DeadlineMessage): Promise<void> {
  await tellNow(tx, `deadline ${owner} ${JSON.stringify(deadline)}`)
}

/** Has everything this transaction changes told with the name of who changed it: a word without spaces. */
export async function signAs(tx: Database, writer: string): Promise<void> {
  await sql`select set_config('lotline.by', ${writer}, true)`.execute(tx)
}

/** Changes so many rows from now on in this transaction that nobody is to be told of each. */
export async function tellNobody(tx: Database): Promise<void> {
  await sql`set local lotline.quiet = on`.execute(tx)
}

function readTold(said: string): Exclude<Told, Change> | null {
  const [, what, word = '', rest = ''] = /^(session|notice|reader|deadline) (\S+)(?: (.*))?$/.exec(said) ?? []
  switch (what) {
    case 'session':
      return { session: word }
    case 'notice':
      return { notice: Number(word), by: rest }
    case 'reader':
      return { reader: Number(word) }
    case 'deadline':
      return { owner: Number(word), deadline: JSON.parse(rest) as DeadlineMessage }
    default:
      return null
  }
}

/** Reads what was told; null for what nobody here says. */
export function readChange(said: string): Told | null {
  const told = readTold(said)
  if (told) return told
  const found = /^(\w+) ([IUD]) (\d+) (\d+)(?: (\S*))?$/.exec(said)
  if (!found) return null
  const [, entity = '', kind = '', id, owner, by = ''] = found
  return { entity, kind: kinds[kind as keyof typeof kinds], id: Number(id), owner: Number(owner), by }
}

/** What two changes of the same row come to. One that came and went is told as gone: somebody may have read it between. */
function combined(first: Change['kind'], second: Change['kind']): Change['kind'] {
  if (second === 'deleted') return 'deleted'
  if (first === 'created') return 'created'
  return first === 'deleted' ? 'updated' : second
}

/** Lists that show rows of other tables, by table. */
const viewsOver = Map.groupBy(
  Object.entries(views).flatMap(([view, select]) =>
    [...new Set([...select.matchAll(/\b(?:from|join) "(\w+)"/g)].map(([, table = '']) => table))].map(table => ({
      view,
      table,
    })),
  ),
  ({ table }) => table,
)

function announcementsOf(of: Omit<Change, 'kind' | 'id'>, rows: ReadonlyMap<number, Change['kind']>): Announcement[] {
  const { entity, owner, by } = of
  const shown = (viewsOver.get(entity) ?? []).map(
    ({ view }): Announcement => ({ entity: view, owner, by, kind: 'many', ids: [] }),
  )
  if (rows.size > mostIds) return [{ entity, owner, by, kind: 'many', ids: [] }, ...shown]
  const byKind = Map.groupBy(rows, ([, kind]) => kind)
  const named = [...byKind].map(
    ([kind, found]): Announcement => ({ entity, owner, by, kind, ids: found.map(([id]) => id) }),
  )
  return [...named, ...shown]
}

/** Puts together what was changed in a moment: each row once, with what came of it. */
export function gathered(changes: readonly Change[]): readonly Announcement[] {
  const groups = Map.groupBy(changes, ({ entity, owner, by }) => `${entity} ${owner} ${by}`)
  const announcements = [...groups.values()].flatMap(group => {
    const rows = new Map<number, Change['kind']>()
    for (const { id, kind } of group) {
      const before = rows.get(id)
      rows.set(id, before === undefined ? kind : combined(before, kind))
    }
    return group[0] ? announcementsOf(group[0], rows) : []
  })
  // Several tables of one view change at once: of the view it is said once.
  const isFirst = (each: Announcement, at: number) =>
    each.kind !== 'many' ||
    announcements.findIndex(
      other =>
        other.kind === 'many' && other.entity === each.entity && other.owner === each.owner && other.by === each.by,
    ) === at
  return announcements.filter(isFirst)
}
