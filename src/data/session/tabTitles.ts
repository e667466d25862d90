/** What the records in the tabs are called: known before they are read anew, after a reload above all. */
import { atom } from 'jotai'
import { pathOf } from '../location.ts'
import { store } from '../store.ts'

/** Titles by path. */
export const tabTitlesAtom = atom<Readonly<Record<string, string>>>({})

/** Remembers what the record at an address is called. */
export function rememberTabTitle(address: string, title: string): void {
  const path = pathOf(address)
  if (store.get(tabTitlesAtom)[path] !== title) store.set(tabTitlesAtom, before => ({ ...before, [path]: title }))
}
