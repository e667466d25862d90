import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Draft } from '../../data/drafts/draft.ts'
import { type Drafts, unsavedOf } from '../../data/drafts/draftStore.ts'
import { plural } from '../../data/entityNames.ts'
import { pathOfAddress } from '../../data/location.ts'
import { menuTitle, menuTitleKey } from '../../data/session/menuTitle.ts'
import { menuAtom, pageOf } from '../../data/session/permittedMenu.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import { rememberTabTitle, tabTitlesAtom } from '../../data/session/tabTitles.ts'
import { draftAt } from '../../tables/document/begin.ts'
import { recordTitleAtom } from '../../tables/document/recordTitle.ts'
import { useText } from '../../ui/useText.ts'

export function useTabTitle(url: string): string {
  const text = useText()
  const menu = useAtomValue(menuAtom)
  const read = useAtomValue(recordTitleAtom(url))
  const known = useAtomValue(tabTitlesAtom)[pathOfAddress(url)]
  const record = read ?? known
  const [, page = '', id] = pathOfAddress(url).split('/')
  if (page === 'index') return text('shell.home')
  const node = pageOf(menu, `/${page}`)
  if (!id) return node ? menuTitle(node) : plural(page)
  const key = node ? menuTitleKey(node) : page
  const title = key === undefined ? (node?.title ?? page) : text(key)
  return id.startsWith('new') ? text('tabs.new', { title }) : text('tabs.record', { title, id: record ?? `#${id}` })
}

export function useKeptTitle(url: string): void {
  const read = useAtomValue(recordTitleAtom(url))
  useEffect(() => {
    if (read !== undefined) rememberTabTitle(url, read)
  }, [url, read])
}

export function useIsDirty(url: string): boolean {
  const [, page = '', id] = pathOfAddress(url).split('/')
  const drafts = useAtomValue(unsavedOf(page))
  const tabs = useAtomValue(tabsAtom)
  if (id) return draftOf(drafts, url) !== undefined
  // A change shows once: on the tab of its record, if there is one.
  const elsewhere = new Set(
    tabs.filter(tab => tab.url !== url && pageIn(tab.url) === page).map(tab => draftOf(drafts, tab.url)),
  )
  return [...drafts.values()].some(draft => !elsewhere.has(draft))
}

const pageIn = (url: string) => pathOfAddress(url).split('/')[1]

function draftOf(drafts: Drafts, url: string): Draft | undefined {
  const [, , id = ''] = pathOfAddress(url).split('/')
  return id === 'new' ? draftAt(drafts.values(), url) : (drafts.get(id) ?? drafts.get(Number(id)))
}
