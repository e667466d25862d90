/** Search by the words shown for stored codes, in every language. */
import { shipped } from '#contract/messages/index.ts'
import { pinyinLetters, pinyinOf, pinyinPattern } from '../schema/pinyin.ts'

/** Codes of a message prefix by words of title, hint or pinyin. */
export function codesWithWord(prefix: string, word: string): readonly string[] {
  const letters = pinyinLetters(word)
  const pattern = letters === undefined ? undefined : new RegExp(pinyinPattern(letters))
  const codes = new Set<string>()
  for (const texts of Object.values(shipped))
    for (const [key, text] of Object.entries(texts)) {
      if (!key.startsWith(`${prefix}.`)) continue
      const [code = '', part] = key.slice(prefix.length + 1).split('.')
      const isSounded = part === undefined && pattern?.test(pinyinOf(text))
      if (isSounded || text.normalize('NFKC').toLowerCase().includes(word)) codes.add(code)
    }
  return [...codes]
}
