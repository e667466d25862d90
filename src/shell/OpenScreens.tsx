import { useAtomValue } from 'jotai'
import { Activity, Suspense, useEffect, useMemo, useRef } from 'react'
import { Router } from 'wouter'
import { menuAtom, pageOf } from '../data/session/menu.ts'
import { lastUsedAtom, locationAtom, navigate, pathOf, tabsAtom } from '../data/session/tabs.ts'
import { useText } from '../ui/useText.ts'
import { Boundary } from './frame/Boundary.tsx'
import { keptScreens } from './frame/keptScreens.ts'
import { rememberFocus } from './frame/regions.ts'
import styles from './OpenScreens.module.css'
import { ScreenRoutes } from './routes.tsx'
import { useTabTitle } from './tabs/tabFacts.ts'

const searchOf = (url: string) => url.split('#')[0]?.split('?')[1] ?? ''

/** The screen in front and, hidden but alive, those of the other tabs: their state and scrolling stay. */
export function OpenScreens() {
  const location = useAtomValue(locationAtom)
  const tabs = useAtomValue(tabsAtom)
  const menu = useAtomValue(menuAtom)
  const current = pathOf(location)
  // A tab that was open before the page was loaded anew has no screen until it is shown.
  const shown = useRef(new Set<string>())
  shown.current.add(current)
  const recent = useAtomValue(lastUsedAtom)
    .map(pathOf)
    .filter(path => shown.current.has(path))

  const open = new Set(tabs.map(tab => pathOf(tab.url)))
  const isCached = (path: string) => !pageOf(menu, path)?.noCache
  // Sorted, so that switching tabs moves nothing in the document: a moved grid would lose its scrolling.
  const kept = [...keptScreens(current, recent, open, isCached)].sort()
  return kept.map(path => (
    <Activity key={path} mode={path === current ? 'visible' : 'hidden'}>
      <Panel path={path} search={path === current ? searchOf(location) : undefined} />
    </Activity>
  ))
}

/** One screen with an address of its own, so that those in the back do not follow the one in front. */
function Panel({ path, search }: { path: string; search: string | undefined }) {
  const last = useRef(search ?? '')
  if (search !== undefined) last.current = search
  const shownSearch = last.current
  const panel = useRef<HTMLElement>(null)
  const title = useTabTitle(path)
  const hooks = useMemo(
    () => ({
      hook: (): [string, typeof navigate] => [path, navigate],
      searchHook: () => shownSearch,
    }),
    [path, shownSearch],
  )
  useEffect(() => {
    // Scrolling answers a promise in newer browsers, which is no end of an effect.
    panel.current?.scrollTo(0, 0)
    return panel.current ? rememberFocus(panel.current) : undefined
  }, [])
  return (
    <section className={styles.panel} data-screen={path} ref={panel} tabIndex={-1} aria-label={title}>
      <Router hook={hooks.hook} searchHook={hooks.searchHook}>
        <Boundary>
          <Suspense fallback={<Loading />}>
            <ScreenRoutes />
          </Suspense>
        </Boundary>
      </Router>
    </section>
  )
}

function Loading() {
  const text = useText()
  return (
    <div className={styles.loading} role="status">
      {text('shell.loading')}
    </div>
  )
}
