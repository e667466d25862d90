import { atom } from 'jotai'
import { pathOfAddress } from '../location.ts'
import { store } from '../store.ts'

export const tabTitlesAtom = atom<Readonly<Record<string, string>>>({})

export function rememberTabTitle(address: string, title: string): void {
  const path = pathOfAddress(address)
  if (store.get(tabTitlesAtom)[path] !== title) store.set(tabTitlesAtom, before => ({ ...before, [path]: title }))
}
