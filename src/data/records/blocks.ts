/** Sparse cache of rows in blocks of 100, LRU eviction. */
import type { Row, RowId, RowValues } from './row.ts'

export const BLOCK = 100
const maxBlocks = 40

export interface ReadBlock {
  readonly rows: readonly Row[]
  readonly total: number
  readonly more?: true
  /** Sums of all rows, where the list has any. */
  readonly sums?: RowValues
}

interface Block {
  readonly rows: readonly Row[]
  /** Generation of the read; stale blocks stay visible until reread. */
  readonly reading: number
}

export class Blocks {
  readonly #blocks = new Map<number, Block>()
  #indexes: ReadonlyMap<RowId, number> | null = null

  isMissing(number: number, reading: number): boolean {
    return this.#blocks.get(number)?.reading !== reading
  }

  row(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK))?.rows[index % BLOCK]
  }

  indexOf(id: RowId): number {
    this.#indexes ??= new Map(
      [...this.#blocks].flatMap(([number, { rows }]) => rows.map((row, at) => [row.id, number * BLOCK + at] as const)),
    )
    return this.#indexes.get(id) ?? -1
  }

  put(number: number, rows: readonly Row[], reading: number): void {
    this.#blocks.delete(number)
    this.#blocks.set(number, { rows, reading })
    this.#indexes = null
  }

  use(numbers: readonly number[]): void {
    for (const number of numbers) {
      const block = this.#blocks.get(number)
      if (block) this.put(number, block.rows, block.reading)
    }
    for (const number of this.#blocks.keys()) {
      if (this.#blocks.size <= maxBlocks) break
      this.#drop(number)
    }
  }

  #drop(number: number): void {
    this.#blocks.delete(number)
    this.#indexes = null
  }

  cut(total: number): void {
    for (const number of [...this.#blocks.keys()]) if (number * BLOCK >= total) this.#drop(number)
  }

  clear(): void {
    this.#blocks.clear()
    this.#indexes = null
  }

  /** Replaces rows in place by id; returns the number found. */
  replace(rows: readonly Row[]): number {
    let found = 0
    for (const row of rows) {
      const index = this.indexOf(row.id)
      const number = Math.floor(index / BLOCK)
      const block = this.#blocks.get(number)
      if (index < 0 || !block) continue
      this.#blocks.set(number, { ...block, rows: block.rows.with(index % BLOCK, row) })
      found += 1
    }
    return found
  }
}
