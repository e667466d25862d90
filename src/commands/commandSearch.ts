/** The palette's search over all commands. */
import { atom } from 'jotai'
import { sessionAtom } from '../data/api/credentials.ts'
import { allLanguagesAtom, intlAtom, localeAtom } from '../data/language.ts'
import { grantsAtom } from '../data/session/permittedMenu.ts'
import { store } from '../data/store.ts'
import { commandsInForce } from './builtins/keyCommands.ts'
import { contextAtom } from './core/context.ts'
import { recentsAtom } from './core/recents.ts'
import { findCommand, registryVersionAtom } from './core/registry.ts'
import { reasonAgainst } from './gate/availability.ts'
import { userKeysAtom } from './keys/keyBindings.ts'
import { type PaletteEntry, paletteEntries } from './search/paletteEntries.ts'
import { pinyinAtom } from './search/pinyin.ts'
import { type Ranked, ranked } from './search/search.ts'

/** Palette index; rebuilt when commands, grants, language or pinyin change. */
export const paletteEntriesAtom = atom<readonly PaletteEntry[]>(get => {
  get(registryVersionAtom)
  get(grantsAtom)
  get(sessionAtom)
  get(allLanguagesAtom)
  // Installation texts affect titles.
  get(intlAtom)
  get(userKeysAtom)
  return paletteEntries(commandsInForce(), get(localeAtom), get(pinyinAtom))
})

export function searchCommands(query: string, most = Number.POSITIVE_INFINITY): Ranked {
  const { page, selection } = store.get(contextAtom)
  const isBlocked = (id: string) => {
    const command = findCommand(id)
    return command === undefined || reasonAgainst(command, 'palette') !== undefined
  }
  const around = { page, isBlocked, ...(selection ? { selected: selection.entity } : {}) }
  return ranked(query, store.get(paletteEntriesAtom), store.get(recentsAtom), around, most)
}
