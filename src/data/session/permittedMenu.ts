/** Menu of the signed-in user with its permissions. */
import { type Atom, atom } from 'jotai'
import { homePage } from '#contract/pages.ts'
import type { Grants } from '#contract/schema/permission.ts'
import { type MenuNode, menuOfCaller, menuWhole } from '#contract/system/session.ts'
import { request } from '../api/api.ts'
import { passwordDueAtom, sessionAtom } from '../api/credentials.ts'
import { reportError } from '../errors.ts'
import { pathOfAddress } from '../location.ts'
import { store } from '../store.ts'

export type { MenuNode }

const nothing: readonly MenuNode[] = []
const loadedAtom = atom<{ readonly of: string; readonly menu: readonly MenuNode[] } | null>(null)

/** Menu tree; empty while signed out. */
export const menuAtom: Atom<readonly MenuNode[]> = atom(get => {
  const loaded = get(loadedAtom)
  return loaded && loaded.of === get(sessionAtom)?.loginName ? loaded.menu : nothing
})

export const grantsAtom: Atom<Grants> = atom(get => {
  const grants = new Map<string, Set<string>>()
  const visit = (node: MenuNode) => {
    // Today's work is everybody's.
    if (node.type === 1 && node.url !== homePage.url) {
      const buttons = node.children.filter(child => child.type === 2).map(child => child.name)
      grants.set(node.name, new Set(buttons))
    }
    node.children.forEach(visit)
  }
  get(menuAtom).forEach(visit)
  return grants
})

export async function loadMenu(): Promise<void> {
  const of = store.get(sessionAtom)?.loginName
  if (of === undefined || store.get(passwordDueAtom)) return
  try {
    const menu = await request(menuOfCaller, {})
    // Identity preserved if unchanged: avoids rerenders.
    store.set(loadedAtom, before =>
      before?.of === of && JSON.stringify(before.menu) === JSON.stringify(menu) ? before : { of, menu },
    )
  } catch (error) {
    store.set(loadedAtom, before => (before?.of === of ? before : { of, menu: nothing }))
    if (!store.get(passwordDueAtom)) reportError(error, menuOfCaller.path)
  }
}

const wholeAtom = atom<readonly MenuNode[] | null>(null)

/** Complete menu tree for administration; null until loaded. */
export const wholeMenuAtom: Atom<readonly MenuNode[] | null> = wholeAtom

export async function loadWholeMenu(): Promise<void> {
  try {
    store.set(wholeAtom, await request(menuWhole, {}))
  } catch (error) {
    store.set(wholeAtom, nothing)
    reportError(error, menuWhole.path)
  }
}

/** Landing page: first child of the first top-level entry, otherwise home. */
export function landing(menu: readonly MenuNode[]): string {
  const first = menu.find(node => !node.hidden && node.type !== 2)
  const child = first?.children.find(node => !node.hidden && node.type === 1)
  return child?.url || '/index'
}

export function nodeOf(menu: readonly MenuNode[], id: unknown): MenuNode | undefined {
  for (const node of menu) {
    const found = node.id === id ? node : nodeOf(node.children, id)
    if (found) return found
  }
  return undefined
}

const isAt = (node: MenuNode, path: string) =>
  node.type === 1 && !!node.url && (path === node.url || path.startsWith(`${node.url}/`))

/** Menu path from root to a page; empty when none. */
export function trailOf(menu: readonly MenuNode[], url: string): readonly MenuNode[] {
  const path = pathOfAddress(url)
  for (const node of menu) {
    if (isAt(node, path)) return [node]
    const below = trailOf(node.children, path)
    if (below.length > 0) return [node, ...below]
  }
  return nothing
}

/** Page of an address: `/material/12` → `/material`. */
export function pageOf(menu: readonly MenuNode[], url: string): MenuNode | undefined {
  return trailOf(menu, url).at(-1)
}
