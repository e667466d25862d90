import { type Atom, atom } from 'jotai'
import { CallError } from '../api/transport.ts'
import { store } from '../store.ts'
import { BLOCK, Blocks, type ReadBlock } from './blocks.ts'
import { noPendingChanges, type PendingListChanges } from './pendingListChanges.ts'
import type { Row, RowId, RowValues } from './row.ts'
import type { ReadPage, RowWindow } from './rowWindow.ts'

const concurrent = 3

export class PagedWindow<Q> implements RowWindow<Q> {
  query: Q
  readonly #readPage: ReadPage<Q>
  readonly #version = atom(0)
  readonly versionAtom: Atom<number> = this.#version
  readonly #news = atom(noPendingChanges)
  readonly newsAtom: Atom<PendingListChanges> = this.#news
  #watched = false
  readonly #blocks = new Blocks()
  readonly #running = new Map<number, AbortController>()
  #wanted: readonly number[] = [0]
  /** Visible blocks among the wanted ones. */
  #inSight: readonly number[] = [0]
  #total: number | null = null
  #hasMore = false
  #sums: RowValues | null = null
  #error: CallError | null = null
  #reading = 0
  #from = 0
  /** Scroll direction: 1 down, -1 up, 0 unknown. */
  #scrollDirection = 0
  /** Rows of the previous query stay visible until the first answer. */
  #isStale = false
  /** Loading suspended while unobserved, until the next request. */
  #isAborted = false
  #waiting: (() => void)[] = []
  #unplaced: readonly Row[] = []

  /** @param first preloaded first block, reread only on another query or refresh */
  constructor(query: Q, readPage: ReadPage<Q>, first?: ReadBlock) {
    this.query = query
    this.#readPage = readPage
    this.#version.onMount = () => {
      this.#watched = true
      return () => {
        this.#watched = false
        queueMicrotask(() => this.#left())
      }
    }
    this.#total = first?.total ?? null
    this.#hasMore = first?.more ?? false
    this.#sums = first?.sums ?? null
    if (first) this.#blocks.put(0, first.rows, 0)
  }

  total() {
    return this.#total
  }

  hasMore() {
    return this.#hasMore
  }

  sums() {
    return this.#sums
  }

  row(index: number) {
    return this.#blocks.row(index)
  }

  indexOf(id: RowId) {
    return this.#blocks.indexOf(id)
  }

  known(id: RowId) {
    return this.row(this.indexOf(id)) ?? this.#unplaced.find(row => row.id === id)
  }

  unplaced() {
    return this.#unplaced
  }

  keepUnplaced(rows: readonly Row[]) {
    const strays = rows.filter(({ id }) => this.known(id) === undefined)
    if (strays.length === 0) return
    this.#unplaced = [...strays.toReversed(), ...this.#unplaced]
    this.#changed()
  }

  dropUnplaced(ids: readonly RowId[]) {
    const left = this.#unplaced.filter(({ id }) => !ids.includes(id))
    if (left.length === this.#unplaced.length) return
    this.#unplaced = left
    this.#changed()
  }

  error() {
    return this.#error
  }

  ensure(from: number, to: number) {
    const first = Math.max(0, Math.floor(from / BLOCK))
    const last = Math.max(first, Math.floor(to / BLOCK))
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    // Prefetch: one block in the scroll direction.
    this.#scrollDirection = Math.sign(from - this.#from) || this.#scrollDirection
    const ahead = this.#scrollDirection < 0 ? first - 1 : this.#scrollDirection > 0 ? last + 1 : -1
    this.#from = from
    this.#isAborted = false
    this.#inSight = numbers
    this.#wanted = ahead < 0 ? numbers : [...numbers, ahead]
    this.#blocks.use(this.#wanted)
    for (const [number, controller] of this.#running) if (!this.#wanted.includes(number)) controller.abort()
    this.#pump()
  }

  async read(from: number, to: number, signal: AbortSignal, onRead?: (count: number) => void) {
    const rows: Row[] = []
    const { query } = this
    for (let at = from; at <= to; at = (Math.floor(at / BLOCK) + 1) * BLOCK) {
      const number = Math.floor(at / BLOCK)
      const page = this.#isToRead(number) ? await this.#readPage(query, number, signal) : null
      if (query !== this.query) return null
      if (page) this.#take(number, page)
      const end = Math.min(to, number * BLOCK + BLOCK - 1)
      for (let index = at; index <= end; index++) {
        const row = this.row(index)
        if (row) rows.push(row)
      }
      onRead?.(rows.length)
    }
    return rows
  }

  async refresh() {
    this.#reread()
    this.#pump()
    if (this.#running.size > 0) await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  replace(rows: readonly Row[]) {
    const newer = rows.filter(({ id, rowVersion }) => rowVersion >= (this.known(id)?.rowVersion ?? 0))
    const unplaced = this.#unplaced.map(row => newer.find(({ id }) => id === row.id) ?? row)
    const isChanged = unplaced.some((row, at) => row !== this.#unplaced[at])
    this.#unplaced = unplaced
    const found = this.#blocks.replace(newer)
    if (found > 0 || isChanged) this.#changed()
  }

  isWatched() {
    return this.#watched
  }

  #rowsOf(number: number): readonly Row[] {
    return Array.from({ length: BLOCK }, (_, at) => number * BLOCK + at).flatMap(index => this.row(index) ?? [])
  }

  nearby() {
    return this.#inSight.flatMap(number => this.#rowsOf(number))
  }

  changeNews(change: (news: PendingListChanges) => PendingListChanges) {
    store.set(this.#news, change)
  }

  invalidateOthers() {
    this.#reading += 1
    const read = this.#inSight.filter(number => this.row(number * BLOCK))
    for (const number of read) this.#blocks.put(number, this.#rowsOf(number), this.#reading)
  }

  setQuery(query: Q) {
    this.query = query
    this.#wanted = [0]
    this.#inSight = [0]
    this.#from = 0
    this.#scrollDirection = 0
    this.#isStale = true
    this.#unplaced = []
    this.#reread()
    this.#pump()
    this.#changed()
  }

  /** Deferred unsubscription: a redraw may subscribe again. */
  #left() {
    if (this.#watched) return
    this.#isAborted = true
    for (const controller of this.#running.values()) controller.abort()
  }

  close() {
    this.#wanted = []
    this.#inSight = []
    for (const controller of this.#running.values()) controller.abort()
  }

  #reread() {
    store.set(this.#news, noPendingChanges)
    this.#reading += 1
    this.#isAborted = false
    this.#error = null
    for (const controller of this.#running.values()) controller.abort()
    this.#running.clear()
  }

  #changed() {
    store.set(this.#version, version => version + 1)
  }

  #pump() {
    // No retry after an error: protects an overloaded server.
    if (!this.#error && !this.#isAborted) {
      for (const number of this.#toLoad()) {
        if (this.#running.size >= concurrent) break
        void this.#load(number)
      }
    }
    const isAwaited = this.#inSight.some(number => this.#running.has(number) || this.#isToRead(number))
    if (this.#running.size === 0 || !isAwaited) for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Visible blocks first, prefetch afterwards: faster answers for the user. */
  #toLoad(): readonly number[] {
    const isLoading = this.#inSight.some(number => this.#running.has(number))
    const missing = (number: number) => !this.#running.has(number) && this.#isToRead(number)
    const inSight = this.#inSight.filter(missing)
    return isLoading || inSight.length > 0 ? inSight : this.#wanted.filter(missing)
  }

  #isToRead(number: number) {
    const isBeyond = this.#total !== null && !this.#isStale && number > 0 && number * BLOCK >= this.#total
    return !isBeyond && this.#blocks.isMissing(number, this.#reading)
  }

  async #load(number: number) {
    const controller = new AbortController()
    const reading = this.#reading
    this.#running.set(number, controller)
    try {
      const page = await this.#readPage(this.query, number, controller.signal)
      if (reading === this.#reading) this.#take(number, page)
    } catch (error) {
      if (reading === this.#reading && !controller.signal.aborted) this.#fail(error)
    } finally {
      if (this.#running.get(number) === controller) this.#running.delete(number)
      this.#pump()
    }
  }

  #take(number: number, { rows, total, more, sums }: ReadBlock) {
    if (this.#isStale) this.#blocks.clear()
    this.#isStale = false
    this.#total = total
    this.#hasMore = more ?? false
    this.#sums = sums ?? null
    this.#blocks.cut(total)
    this.#blocks.put(number, rows, this.#reading)
    this.#unplaced = this.#unplaced.filter(({ id }) => this.indexOf(id) < 0)
    this.#changed()
  }

  #fail(error: unknown) {
    this.#error = error instanceof CallError ? error : new CallError(500, String(error), null, 0)
    this.#changed()
  }
}
