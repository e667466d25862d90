/** The windows on lists: by name, and by the entity whose rows they show. */
import { BLOCK } from './blocks.ts'
import { PagedWindow } from './pagedRows.ts'
import { listRecords, type Row, type RowId } from './records.ts'
import type { Query, ReadPage, RowWindow } from './rowWindow.ts'

export type { PendingListChanges } from './pendingListChanges.ts'
export type { Condition, Sort } from './records.ts'
export type { Query, RowWindow } from './rowWindow.ts'

const windows = new Map<string, PagedWindow<Query>>()

const readList: ReadPage<Query> = ({ entity, sort, where, q }, number, signal) =>
  listRecords(entity, { page: number + 1, size: BLOCK, sort, where, ...(q ? { q } : {}) }, signal)

/** The window of a name, made for the query unless there is one on the same entity already. */
export function rowWindow(name: string, query: Query): RowWindow {
  const found = windows.get(name)
  if (found?.query.entity === query.entity) return found
  found?.close()
  const made = new PagedWindow(query, readList)
  windows.set(name, made)
  return made
}

/** Asks something else in the window of a name. */
export function setQuery(name: string, query: Query): void {
  const found = windows.get(name)
  if (found?.query.entity === query.entity) found.ask(query)
  else rowWindow(name, query)
}

/** The windows on an entity. */
export function windowsOf(entity: string): readonly RowWindow[] {
  return [...windows.values()].filter(({ query }) => query.entity === entity)
}

/** Every window that somebody looks at. */
export function watchedWindows(): readonly RowWindow[] {
  return [...windows.values()].filter(window => window.isWatched())
}

/** What the first window on an entity asks; undefined when none is open. */
export function queryOn(entity: string): Query | undefined {
  return windowsOf(entity)[0]?.query
}

/** Puts answered rows into every window that shows them. */
export function replaceRows(entity: string, rows: readonly Row[]): void {
  for (const window of windowsOf(entity)) window.replace(rows)
}

/** Shows rows on top of their list while their places are not loaded. */
export function keepUnplaced(entity: string, rows: readonly Row[]): void {
  windows.get(entity)?.keepUnplaced(rows)
}

/** Reads every window on an entity again: rows came or went. */
export async function refreshRows(entity: string, gone: readonly RowId[] = []): Promise<void> {
  const read = (window: RowWindow) => {
    window.dropUnplaced(gone)
    return window.refresh()
  }
  await Promise.all(windowsOf(entity).map(read))
}

/** Drops the window of a name, or all of them. */
export function forgetRows(name?: string): void {
  const names = name === undefined ? [...windows.keys()] : [name]
  for (const each of names) {
    windows.get(each)?.close()
    windows.delete(each)
  }
}
