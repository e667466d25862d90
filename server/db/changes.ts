/** What the triggers tell of committed changes (functions.ts): signed, read and gathered. */
import { sql } from 'kysely'
import type { ChangeKind } from '../../src/contract/system/realtime.ts'
import type { Database } from './context.ts'
import { views } from './views.ts'

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

/** Has everything this transaction changes told with the name of who changed it: a word without spaces. */
export async function signAs(tx: Database, writer: string): Promise<void> {
  await sql`select set_config('lotline.by', ${writer}, true)`.execute(tx)
}

/** Changes so many rows from now on in this transaction that nobody is to be told of each. */
export async function tellNobody(tx: Database): Promise<void> {
  await sql`set local lotline.quiet = on`.execute(tx)
}

/** Reads what a trigger said; null for what none of them says. */
export function readChange(said: string): Change | EndedSession | null {
  const ended = /^session (\S+)$/.exec(said)
  if (ended?.[1]) return { session: ended[1] }
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
