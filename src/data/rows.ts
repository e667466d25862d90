/** The rows of a list as far as they were looked at: a window on what the server has. */
import { type Atom, atom } from 'jotai'
import { CallError } from './api.ts'
import { BLOCK, Blocks } from './blocks.ts'
import { type Condition, listRecords, type Page, type Row, type RowId, type Sort } from './records.ts'
import { store } from './store.ts'

export type { Condition, Sort } from './records.ts'

export interface Query {
  readonly entity: string
  readonly sort: Sort
  readonly where: readonly Condition[]
  readonly q: string
}

/** A window on a list. Its answers change; whoever shows them follows the version. */
export interface RowWindow {
  readonly query: Query
  readonly versionAtom: Atom<number>
  /** How many rows there are; null until the first answer. */
  total(): number | null
  /** The row at an index, undefined while it is not loaded. */
  row(index: number): Row | undefined
  /** Where a loaded row stands, or -1. */
  indexOf(id: RowId): number
  /** Has these rows loaded, both ends included; what was being loaded for elsewhere is given up. */
  ensure(from: number, to: number): void
  /** Reads the rows on screen again; they stay until the answer is there. */
  refresh(): Promise<void>
  /** Puts answered rows in the place of those they replace. */
  replace(rows: readonly Row[]): void
  error(): CallError | null
}

const concurrent = 3

class ListWindow implements RowWindow {
  query: Query
  readonly #version = atom(0)
  readonly versionAtom: Atom<number> = this.#version
  readonly #blocks = new Blocks()
  readonly #running = new Map<number, AbortController>()
  #wanted: readonly number[] = [0]
  #total: number | null = null
  #error: CallError | null = null
  #reading = 0
  #from = 0
  /** Rows of another query are still shown; the first answer of this one drops them. */
  #isOther = false
  #waiting: (() => void)[] = []

  constructor(query: Query) {
    this.query = query
  }

  total() {
    return this.#total
  }

  row(index: number) {
    return this.#blocks.row(index)
  }

  indexOf(id: RowId) {
    return this.#blocks.indexOf(id)
  }

  error() {
    return this.#error
  }

  ensure(from: number, to: number) {
    const first = Math.max(0, Math.floor(from / BLOCK))
    const last = Math.max(first, Math.floor(to / BLOCK))
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    // One block ahead in the direction of scrolling.
    const ahead = from < this.#from ? first - 1 : from > this.#from ? last + 1 : -1
    this.#from = from
    this.#wanted = ahead < 0 ? numbers : [...numbers, ahead]
    this.#blocks.use(this.#wanted)
    for (const [number, controller] of this.#running) if (!this.#wanted.includes(number)) controller.abort()
    this.#pump()
  }

  async refresh() {
    this.#reread()
    this.#pump()
    if (this.#running.size > 0) await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  replace(rows: readonly Row[]) {
    if (this.#blocks.replace(rows) > 0) this.#changed()
  }

  /** Asks something else from now on. */
  ask(query: Query) {
    this.query = query
    this.#wanted = [0]
    this.#from = 0
    this.#isOther = true
    this.#reread()
    this.#pump()
    this.#changed()
  }

  /** Gives up whatever is being loaded: nobody looks any more. */
  close() {
    this.#wanted = []
    for (const controller of this.#running.values()) controller.abort()
  }

  #reread() {
    this.#reading += 1
    this.#error = null
    for (const controller of this.#running.values()) controller.abort()
    this.#running.clear()
  }

  #changed() {
    store.set(this.#version, version => version + 1)
  }

  #pump() {
    // After a failure nothing is asked again until the person refreshes: a list must not hammer a server in trouble.
    if (!this.#error) {
      for (const number of this.#wanted) {
        if (this.#running.size >= concurrent) break
        if (!this.#running.has(number) && this.#isToRead(number)) void this.#load(number)
      }
    }
    if (this.#running.size === 0) for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #isToRead(number: number) {
    const isBeyond = this.#total !== null && !this.#isOther && number > 0 && number * BLOCK >= this.#total
    return !isBeyond && this.#blocks.isMissing(number, this.#reading)
  }

  async #load(number: number) {
    const controller = new AbortController()
    const reading = this.#reading
    this.#running.set(number, controller)
    const { entity, sort, where, q } = this.query
    try {
      const asked = { page: number + 1, size: BLOCK, sort, where, ...(q ? { q } : {}) }
      const page = await listRecords(entity, asked, controller.signal)
      if (reading === this.#reading) this.#take(number, page)
    } catch (error) {
      if (reading === this.#reading && !controller.signal.aborted) this.#fail(error)
    } finally {
      if (this.#running.get(number) === controller) this.#running.delete(number)
      this.#pump()
    }
  }

  #take(number: number, { rows, total }: Page) {
    if (this.#isOther) this.#blocks.clear()
    this.#isOther = false
    this.#total = total
    this.#blocks.cut(total)
    this.#blocks.put(number, rows, this.#reading)
    this.#changed()
  }

  #fail(error: unknown) {
    this.#error = error instanceof CallError ? error : new CallError(500, String(error), null, 0)
    this.#changed()
  }
}

const windows = new Map<string, ListWindow>()

/** The window of a name, made for the query unless there is one on the same entity already. */
export function rowWindow(name: string, query: Query): RowWindow {
  const found = windows.get(name)
  if (found?.query.entity === query.entity) return found
  found?.close()
  const made = new ListWindow(query)
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

/** What the first window on an entity asks; undefined when none is open. */
export function queryOn(entity: string): Query | undefined {
  return windowsOf(entity)[0]?.query
}

/** Puts answered rows into every window that shows them. */
export function replaceRows(entity: string, rows: readonly Row[]): void {
  for (const window of windowsOf(entity)) window.replace(rows)
}

/** Reads every window on an entity again: rows came or went. */
export async function refreshRows(entity: string): Promise<void> {
  await Promise.all(windowsOf(entity).map(window => window.refresh()))
}

/** Drops the window of a name, or all of them. */
export function forgetRows(name?: string): void {
  const names = name === undefined ? [...windows.keys()] : [name]
  for (const each of names) {
    windows.get(each)?.close()
    windows.delete(each)
  }
}
