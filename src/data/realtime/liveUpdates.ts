/** Live updates of observed lists, in place. */
import { type Atom, atom } from 'jotai'
import { entities, entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { sessionAtom } from '../api/credentials.ts'
import { rowGone, rowsArrived } from '../drafts/conflicts.ts'
import { reportError } from '../errors.ts'
import { localeAtom } from '../language.ts'
import { type Change, type Changes, hearChange, lastChangesAtom } from '../records/changes.ts'
import { doubtLabels } from '../records/labels.ts'
import type { PendingListChanges } from '../records/pendingListChanges.ts'
import { listRecords } from '../records/records.ts'
import type { Row } from '../records/row.ts'
import { rereadUnanswered, watchedWindows } from '../records/rows.ts'
import type { RowWindow } from '../records/rowWindow.ts'
import { store, storeLocal } from '../store.ts'
import { type ChangeImpact, changedFields, impactOf } from './changeImpact.ts'
import { loadNotices } from './notices.ts'
import { onRecovery } from './recovery.ts'

const maxRows = 200

export interface Arrivals {
  readonly entity: string
  readonly cells: readonly { readonly id: number; readonly fields: readonly string[] }[]
}

const newestAtom = atom<Arrivals>({ entity: '', cells: [] })

/** Latest changes; views highlight them briefly. */
export const arrivalsAtom: Atom<Arrivals> = newestAtom

async function readAgain({ query }: RowWindow, ids: readonly number[]): Promise<readonly Row[]> {
  const { entity, where, q } = query
  const rows: Row[] = []
  for (let at = 0; at < ids.length; at += maxRows) {
    const named = { field: 'id', op: 'in', value: ids.slice(at, at + maxRows) }
    const asked = { size: maxRows, where: [...where, named], ...(q ? { q } : {}) }
    rows.push(...(await listRecords(entity, asked)).rows)
  }
  return rows
}

const rowOf = (window: RowWindow, id: number) => window.row(window.indexOf(id))

function show(window: RowWindow, entity: Entity, rows: readonly Row[]): void {
  const cells = rows.flatMap(row => {
    const before = rowOf(window, row.id)
    const fields = before ? changedFields(entity, before, row) : []
    return fields.length > 0 ? [{ id: row.id, fields }] : []
  })
  rowsArrived(entity.name, rows)
  window.replace(rows)
  if (cells.length > 0) store.set(newestAtom, { entity: entity.name, cells })
}

function withNews(
  news: PendingListChanges,
  { made, gone }: ChangeImpact,
  found: ReadonlySet<number>,
  lost: readonly number[],
): PendingListChanges {
  const added = new Set([...news.added, ...[...made].filter(id => found.has(id))].filter(id => !gone.has(id)))
  const missing = new Set([...news.gone, ...lost].filter(id => !found.has(id)))
  return { ...news, added, gone: missing }
}

/** Compares totals when changes were not counted. */
async function isMore(window: RowWindow): Promise<boolean> {
  const { entity, where, q } = window.query
  const { total } = await listRecords(entity, { size: 1, where, ...(q ? { q } : {}) })
  const { added, gone } = store.get(window.newsAtom)
  return total !== (window.total() ?? 0) + added.size - gone.size
}

async function renew(window: RowWindow, entity: Entity, affected: ChangeImpact): Promise<void> {
  const again = affected.any ? [...affected.again, ...window.nearby().map(({ id }) => id)] : [...affected.again]
  const asked = [...new Set([...again, ...affected.made])]
  const { query } = window
  const rows = asked.length === 0 ? [] : await readAgain(window, asked)
  // Query changed meanwhile: its own answer is as recent.
  if (query !== window.query) return
  const found = new Set(rows.map(({ id }) => id))
  const isLoaded = (id: number) => window.indexOf(id) >= 0
  show(
    window,
    entity,
    rows.filter(({ id }) => isLoaded(id)),
  )
  const lost = [...again.filter(id => !found.has(id)), ...affected.gone].filter(isLoaded)
  for (const id of affected.gone) rowGone(entity.name, id)
  window.dropUnplaced([...affected.gone])
  window.changeNews(news => withNews(news, affected, found, lost))
  if (!affected.any) return
  window.invalidateOthers()
  const more = await isMore(window)
  if (query === window.query) window.changeNews(news => ({ ...news, more: news.more || more }))
}

/** Sequential per list: each run builds on the previous result. */
const running = storeLocal(() => new Map<RowWindow, Promise<void>>())

function follow(window: RowWindow, { of, missed }: Changes): void {
  const entity = entityNamed(window.query.entity)
  if (!entity) return
  const changes: readonly Change[] = missed ? [...of, { entity: entity.name, ids: [], kind: 'many' }] : of
  const work = async () => {
    // Failed list: nothing to update, hence a full reload.
    if (window.error()) return window.refresh()
    const affected = impactOf(changes, entity, window.nearby(), id => window.indexOf(id) >= 0)
    const isNothing = !affected.any && [affected.again, affected.made, affected.gone].every(ids => ids.size === 0)
    if (!isNothing) await renew(window, entity, affected)
  }
  const before = running().get(window) ?? Promise.resolve()
  const done = before.then(work).catch(error => reportError(error, 'realtime'))
  running().set(window, done)
  void done.then(() => running().get(window) === done && running().delete(window))
}

function rereadSystemTexts(): void {
  for (const { name, fields } of Object.values<Entity>(entities))
    if (Object.values(fields).some(({ systemText }) => systemText)) hearChange({ entity: name, ids: [], kind: 'many' })
  void loadNotices()
}

export function followChanges(): () => void {
  const unrecover = onRecovery(() => rereadUnanswered())
  const unfollow = store.sub(lastChangesAtom, () => {
    const changes = store.get(lastChangesAtom)
    for (const { entity, ids } of changes.of) doubtLabels(entity, ids)
    // Sign-out changes the channel's identity immediately, while lists may still be visible.
    if (store.get(sessionAtom) === null) return
    for (const window of watchedWindows()) follow(window, changes)
  })
  const unlocalize = store.sub(localeAtom, rereadSystemTexts)
  return () => {
    unrecover()
    unfollow()
    unlocalize()
  }
}
