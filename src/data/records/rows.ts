/** Registry of list windows, by name and by entity. */
import { mayRecover } from '../api/transport.ts'
import { storeLocal } from '../store.ts'
import { BLOCK } from './blocks.ts'
import { PagedWindow } from './pagedRows.ts'
import { listRecords } from './records.ts'
import type { Row, RowId } from './row.ts'
import type { Query, ReadPage, RowWindow } from './rowWindow.ts'

const windows = storeLocal(() => new Map<string, PagedWindow<Query>>())

const readList: ReadPage<Query> = ({ entity, sort, where, q }, number, signal) =>
  listRecords(entity, { page: number + 1, size: BLOCK, sort, where, ...(q ? { q } : {}) }, signal)

/** Named window; created unless it shows the same entity. */
export function rowWindow(name: string, query: Query): RowWindow {
  const found = windows().get(name)
  if (found?.query.entity === query.entity) return found
  found?.close()
  const made = new PagedWindow(query, readList)
  windows().set(name, made)
  return made
}

export function setQuery(name: string, query: Query): void {
  const found = windows().get(name)
  if (found?.query.entity === query.entity) found.setQuery(query)
  else rowWindow(name, query)
}

export function windowsOf(entity: string): readonly RowWindow[] {
  return [...windows().values()].filter(({ query }) => query.entity === entity)
}

/** Window of a list itself, named by its entity. */
export function listWindow(entity: string): RowWindow | undefined {
  const found = windows().get(entity)
  return found?.query.entity === entity ? found : undefined
}

export function watchedWindows(): readonly RowWindow[] {
  return [...windows().values()].filter(window => window.isWatched())
}

export function queryOn(entity: string): Query | undefined {
  return windowsOf(entity)[0]?.query
}

export function replaceRows(entity: string, rows: readonly Row[]): void {
  for (const window of windowsOf(entity)) window.replace(rows)
}

export function keepUnplaced(entity: string, rows: readonly Row[]): void {
  windows().get(entity)?.keepUnplaced(rows)
}

/** Rereads every window on an entity after additions or removals. */
export async function refreshRows(entity: string, gone: readonly RowId[] = []): Promise<void> {
  const read = (window: RowWindow) => {
    window.dropUnplaced(gone)
    return window.refresh()
  }
  await Promise.all(windowsOf(entity).map(read))
}

/** Rereads windows that no server answered, those of lists by default. */
export function rereadUnanswered(all: Iterable<Pick<RowWindow, 'error' | 'refresh'>> = windows().values()): void {
  for (const window of all) if (mayRecover(window.error())) void window.refresh()
}

export function forgetRows(name?: string): void {
  const names = name === undefined ? [...windows().keys()] : [name]
  for (const each of names) {
    windows().get(each)?.close()
    windows().delete(each)
  }
}
