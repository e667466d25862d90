/** Match highlighting in titles: literal, by sound, or per character. Pure. */
import { normalize, type Searchable as Whole, withoutSyllableMarks } from '../../../commands/search/searchText.ts'

type Searchable = Pick<Whole, 'original' | 'text' | 'units'>

export interface MarkedPart {
  readonly text: string
  readonly isFound: boolean
}

interface Placed {
  readonly text: string
  readonly sound: string
  readonly at: number
}

function placed({ text, units }: Searchable): readonly Placed[] {
  let from = 0
  return units.map(unit => {
    const at = text.indexOf(unit.text, from)
    from = at + unit.text.length
    return { ...unit, at }
  })
}

function reach(units: readonly Placed[], at: number, word: string): number | null {
  if (word === '') return 0
  const unit = units[at]
  if (!unit) return null
  const rest = (length: number) => {
    const further = reach(units, at + 1, word.slice(length))
    return further === null ? null : further + 1
  }
  if (word.startsWith(unit.text)) {
    const whole = rest(unit.text.length)
    if (whole !== null) return whole
  }
  for (let length = Math.min(unit.sound.length, word.length); length > 0; length -= 1) {
    const isWhole = length === unit.sound.length || length === 1 || length === word.length
    if (!isWhole || !unit.sound.startsWith(word.slice(0, length))) continue
    const partly = rest(length)
    if (partly !== null) return partly
  }
  return null
}

function bySound(target: Searchable, word: string): readonly number[] | null {
  const units = placed(target)
  for (let at = 0; at < units.length; at += 1) {
    const length = reach(units, at, word)
    if (length === null) continue
    return units.slice(at, at + length).flatMap(unit => [...unit.text].map((_, index) => unit.at + index))
  }
  return null
}

function oneByOne(text: string, word: string): readonly number[] {
  const found: number[] = []
  for (const letter of word) {
    const at = text.indexOf(letter, (found.at(-1) ?? -1) + 1)
    if (at < 0) return []
    found.push(at)
  }
  return found
}

function placesOf(target: Searchable, typed: string): readonly number[] {
  const written = [typed, withoutSyllableMarks(typed)].find(text => target.text.includes(text))
  if (written !== undefined) return [...written].map((_, index) => target.text.indexOf(written) + index)
  const word = withoutSyllableMarks(typed)
  return bySound(target, word) ?? oneByOne(target.text, word)
}

export function markedParts(target: Searchable, typed: string): readonly MarkedPart[] {
  const { original, text } = target
  const words = normalize(typed).split(/\s+/).filter(Boolean)
  // Case folding changed the length: positions invalid, so no highlight.
  if (words.length === 0 || text.length !== original.length) return [{ text: original, isFound: false }]
  const joined = words.length > 1 ? (bySound(target, withoutSyllableMarks(words.join(''))) ?? []) : []
  const found = new Set([...words.flatMap(word => placesOf(target, word)), ...joined])
  const parts: { text: string; isFound: boolean }[] = []
  for (let at = 0; at < original.length; at += 1) {
    const isFound = found.has(at)
    const last = parts.at(-1)
    if (last?.isFound === isFound) last.text += original.charAt(at)
    else parts.push({ text: original.charAt(at), isFound })
  }
  return parts
}
