/** Concatenated search text of all entries. Pure. */
import type { PaletteEntry } from './paletteEntries.ts'
import type { Searchable } from './searchText.ts'

export const pieceKinds = { written: 0, initials: 1, sound: 2 } as const

/** Pieces in order: bounds, kind and owner. */
export interface Pieces {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly kinds: Uint8Array
  readonly entries: Int32Array
  readonly texts: Int32Array
  /** 1 for texts below title weight. */
  readonly less: Uint8Array
}

export interface LongText {
  readonly haystack: string
  /** 1 where a syllable begins. */
  readonly begins: Uint8Array
  readonly pieces: Pieces
}

interface Piece {
  readonly content: string
  readonly kind: number
  readonly entry: number
  readonly text: number
  readonly isLess: boolean
  readonly of: Searchable
}

/** Pieces of naming texts; categories are shared and matched separately. */
function piecesOf({ texts, counting }: PaletteEntry, entry: number): readonly Piece[] {
  return texts.slice(0, counting.named).flatMap((of, text) => {
    const piece = { entry, text, isLess: text >= counting.fully, of }
    return [
      { ...piece, content: of.text, kind: pieceKinds.written },
      { ...piece, content: of.initials, kind: pieceKinds.initials },
      { ...piece, content: of.sound, kind: pieceKinds.sound },
    ].filter(({ content }) => content !== '')
  })
}

export function longTextOf(given: readonly PaletteEntry[]): LongText {
  const all = given.flatMap(piecesOf)
  const haystack = all.map(({ content }) => content).join('\n')
  const begins = new Uint8Array(haystack.length)
  const pieces = {
    starts: new Int32Array(all.length),
    ends: new Int32Array(all.length),
    kinds: Uint8Array.from(all, ({ kind }) => kind),
    entries: Int32Array.from(all, ({ entry }) => entry),
    texts: Int32Array.from(all, ({ text }) => text),
    less: Uint8Array.from(all, ({ isLess }) => (isLess ? 1 : 0)),
  }
  let start = 0
  for (const [at, { content, kind, of }] of all.entries()) {
    pieces.starts[at] = start
    pieces.ends[at] = start + content.length
    let unit = start
    if (kind === pieceKinds.sound) {
      for (const { sound } of of.units) {
        begins[unit] = 1
        unit += sound.length
      }
    }
    start += content.length + 1
  }
  return { haystack, begins, pieces }
}
