/** One-letter typos of Latin words. Pure. */
import { memoized } from '../../data/memo.ts'
import type { Searchable } from './searchText.ts'

export const vocabularyOf = memoized((texts: readonly Searchable[]): readonly string[] => {
  const distinct = new Set(texts.map(({ text }) => text))
  return [...new Set([...distinct].flatMap(text => text.match(/[a-z]{4,}/g) ?? []))]
})

export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (a[at] === b[at]) at += 1
  const isRest = (ofA: number, ofB: number) => a.slice(at + ofA) === b.slice(at + ofB)
  const isSwapped = a[at] === b[at + 1] && a[at + 1] === b[at]
  return isRest(1, 0) || isRest(0, 1) || isRest(1, 1) || (isSwapped && isRest(2, 2))
}

/** Short words have too many neighbours. */
const correctable = /^[a-z]{5,}$/

export function corrections(word: string, vocabulary: readonly string[]): readonly string[] {
  if (!correctable.test(word) || vocabulary.some(known => known.startsWith(word))) return []
  return vocabulary.filter(known => isOneEdit(word, known))
}
