/** Notifications of committed changes, parsed and merged. */
import { sql } from 'kysely'
import type { ChangeKind, DeadlineMessage } from '#contract/system/realtime.ts'
import type { Database } from '../connection/context.ts'
import { writeAhead } from '../connection/pipeline.ts'
import { views } from '../schema/views.ts'

/** NOTIFY channel of the triggers. */
export const changesChannel = 'lotline'

/** Limit of named ids; beyond it only "many" is reported. */
const maxIds = 100

const kinds = { I: 'created', U: 'updated', D: 'deleted' } as const

export interface Change {
  readonly entity: string
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly id: number
  /** Owning organisation; 0 for global rows. */
  readonly owner: number
  /** Self-reported client of the change; empty when unknown. */
  readonly by: string
}

/** Changes of one entity by one client in one organisation. */
export interface Announcement extends Omit<Change, 'kind' | 'id'> {
  readonly kind: ChangeKind
  readonly ids: readonly number[]
}

export interface EndedSession {
  readonly session: string
}

export interface PublishedNotice {
  readonly notice: number
  readonly by: string
}

export interface NoticeReader {
  readonly reader: number
}

export interface NotifiedDeadline {
  readonly deadline: DeadlineMessage
  readonly owner: number
}

export type ChannelMessage = Change | EndedSession | PublishedNotice | NoticeReader | NotifiedDeadline

const notifyChannel = (tx: Database, said: string) => sql`select pg_notify(${changesChannel}, ${said})`.execute(tx)

export async function notifyOfNotice(tx: Database, id: number): Promise<void> {
  await sql`
    select pg_notify(${changesChannel}, concat_ws(' ', 'notice', ${id}::bigint, current_setting('lotline.by', true)))`.execute(
    tx,
  )
}

/** Notifies a user's other sessions that notices were read. */
export async function notifyReader(tx: Database, userId: number): Promise<void> {
  await notifyChannel(tx, `reader ${userId}`)
}

/** Notifies of a deadline on commit. */
export async function notifyDeadline(tx: Database, owner: number, deadline: DeadlineMessage): Promise<void> {
  await notifyChannel(tx, `deadline ${owner} ${JSON.stringify(deadline)}`)
}

/** Signs this transaction's notifications with the client: one word without spaces. */
export async function signAs(tx: Database, writer: string): Promise<void> {
  await writeAhead(tx, sql`select set_config('lotline.by', ${writer}, true)`.execute(tx))
}

/** Mutes row notifications of this transaction: too many rows for each. */
export async function muteChanges(tx: Database): Promise<void> {
  await sql`set local lotline.quiet = on`.execute(tx)
}

function parseMessage(said: string): Exclude<ChannelMessage, Change> | null {
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

/** Parses a notification; null for foreign ones. */
export function readChange(said: string): ChannelMessage | null {
  const message = parseMessage(said)
  if (message) return message
  const found = /^(\w+) ([IUD]) (\d+) (\d+)(?: (\S*))?$/.exec(said)
  if (!found) return null
  const [, entity = '', kind = '', id, owner, by = ''] = found
  return { entity, kind: kinds[kind as keyof typeof kinds], id: Number(id), owner: Number(owner), by }
}

/** Net effect of two changes. Created then deleted is deleted: readers know. */
function combined(first: Change['kind'], second: Change['kind']): Change['kind'] {
  if (second === 'deleted') return 'deleted'
  if (first === 'created') return 'created'
  return first === 'deleted' ? 'updated' : second
}

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
  if (rows.size > maxIds) return [{ entity, owner, by, kind: 'many', ids: [] }, ...shown]
  const byKind = Map.groupBy(rows, ([, kind]) => kind)
  const named = [...byKind].map(
    ([kind, found]): Announcement => ({ entity, owner, by, kind, ids: found.map(([id]) => id) }),
  )
  return [...named, ...shown]
}

/** Merges simultaneous changes: each row once, with its net effect. */
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
  // Several tables of one view change together: report the view once.
  const isFirst = (each: Announcement, at: number) =>
    each.kind !== 'many' ||
    announcements.findIndex(
      other =>
        other.kind === 'many' && other.entity === each.entity && other.owner === each.owner && other.by === each.by,
    ) === at
  return announcements.filter(isFirst)
}
