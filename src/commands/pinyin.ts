/** The sounds of Chinese texts. The server says them for the texts it knows; titles made of those are put together here. */
import { atom } from 'jotai'
import { calls } from '../contract/index.ts'
import { call } from '../data/api.ts'
import { store } from '../data/store.ts'

/** Text → its syllables separated by blanks. */
export type Pinyin = Readonly<Record<string, string>>

export const pinyinAtom = atom<Pinyin>({})

/** Asks the server once per sign-in. Without an answer the palette searches by characters only. */
export async function loadPinyin(): Promise<void> {
  store.set(pinyinAtom, await call<Pinyin>(calls.pinyin.path, {}, { method: calls.pinyin.method }))
}

const han = /\p{Script=Han}/u
const characters = (text: string) => [...text].filter(character => han.test(character))

/** A function that gives the syllable of every Chinese character of a text, in order. */
export function sounds(pinyin: Pinyin): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  const counts = new Map<string, Map<string, number>>()
  let longest = 1
  for (const [text, said] of Object.entries(pinyin)) {
    const syllables = said.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/)
    const written = [...text]
    // Only where each character has its syllable can one learn from it.
    if (written.length !== syllables.length || !written.every(character => han.test(character))) continue
    known.set(text, syllables)
    longest = Math.max(longest, written.length)
    written.forEach((character, index) => {
      const of = counts.get(character) ?? new Map<string, number>()
      const syllable = syllables[index] ?? ''
      counts.set(character, of.set(syllable, (of.get(syllable) ?? 0) + 1))
    })
  }
  const usual = (character: string) => [...(counts.get(character) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  return text => {
    const written = characters(text)
    const said: string[] = []
    // The longest known phrase first: it knows how a character of several readings is read there.
    for (let at = 0; at < written.length; ) {
      let length = Math.min(longest, written.length - at)
      while (length > 1 && !known.has(written.slice(at, at + length).join(''))) length -= 1
      const phrase = known.get(written.slice(at, at + length).join(''))
      said.push(...(phrase ?? [usual(written[at] ?? '')]))
      at += length
    }
    return said
  }
}
