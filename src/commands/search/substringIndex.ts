/** Substring occurrences, narrowed prefix by prefix. Pure. */
import { type LongText, pieceKinds } from './searchPieces.ts'

export interface SubstringIndex {
  readonly places: Int32Array
  readonly pieces: Int32Array
}

export interface CharacterPlaces extends SubstringIndex {
  readonly firsts: Int32Array
}

const codes = 65_536

/** Possible word starts: pinyin letters only at syllables. */
function eachPlace({ begins, pieces }: LongText, visit: (place: number, piece: number) => void): void {
  const { starts, ends, kinds } = pieces
  for (let piece = 0; piece < starts.length; piece += 1) {
    const end = ends[piece] ?? 0
    const isSound = kinds[piece] === pieceKinds.sound
    for (let place = starts[piece] ?? 0; place < end; place += 1) {
      if (!isSound || begins[place] === 1) visit(place, piece)
    }
  }
}

/** Occurrences per character: the first letter needs no search. */
export function characterPlaces(text: LongText): CharacterPlaces {
  const codeAt = (place: number) => text.haystack.charCodeAt(place)
  const firsts = new Int32Array(codes + 1)
  eachPlace(text, place => {
    const after = codeAt(place) + 1
    firsts[after] = (firsts[after] ?? 0) + 1
  })
  for (let code = 0; code < codes; code += 1) firsts[code + 1] = (firsts[code + 1] ?? 0) + (firsts[code] ?? 0)
  const next = firsts.slice()
  const places = new Int32Array(firsts[codes] ?? 0)
  const pieces = new Int32Array(places.length)
  eachPlace(text, (place, piece) => {
    const code = codeAt(place)
    const at = next[code] ?? 0
    next[code] = at + 1
    places[at] = place
    pieces[at] = piece
  })
  return { firsts, places, pieces }
}

export function placesOfCharacter({ firsts, places, pieces }: CharacterPlaces, code: number): SubstringIndex {
  const [from, to] = [firsts[code], firsts[code + 1]]
  return { places: places.subarray(from, to), pieces: pieces.subarray(from, to) }
}

function standsAt(haystack: string, place: number, text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    if (haystack.charCodeAt(place + at) !== text.charCodeAt(at)) return false
  }
  return true
}

export function narrowed(haystack: string, found: SubstringIndex, text: string, length: number): SubstringIndex {
  if (length === text.length) return found
  const places = new Int32Array(found.places.length)
  const pieces = new Int32Array(found.places.length)
  let count = 0
  for (let at = 0; at < found.places.length; at += 1) {
    const place = found.places[at] ?? 0
    if (!standsAt(haystack, place, text, length)) continue
    places[count] = place
    pieces[count] = found.pieces[at] ?? 0
    count += 1
  }
  return { places: places.slice(0, count), pieces: pieces.slice(0, count) }
}
