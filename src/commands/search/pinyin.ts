/** Pinyin of Chinese texts, from the server. */
import { atom } from 'jotai'
import { calls } from '#contract/index.ts'
import { request } from '../../data/api/api.ts'
import { store } from '../../data/store.ts'

/** Text → syllables separated by spaces. */
export type Pinyin = Readonly<Record<string, string>>

export const pinyinAtom = atom<Pinyin>({})

/** Loads pinyin once per sign-in; on failure characters and initials remain. */
export async function loadPinyin(): Promise<void> {
  store.set(pinyinAtom, await request(calls.pinyin, {}))
}
