import { useAtomValue } from 'jotai'
import { Activity, useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Router } from 'wouter'
import { markScreenLoading } from '../data/loadingScreens.ts'
import { lastUsedAtom, locationAtom, navigate, pathOfAddress } from '../data/location.ts'
import { menuAtom, pageOf } from '../data/session/permittedMenu.ts'
import { splitAtom } from '../data/session/split.ts'
import { tabsAtom } from '../data/session/tabs.ts'
import { store } from '../data/store.ts'
import { FrontContext } from '../ui/front.ts'
import { PartSuspense } from '../ui/part.tsx'
import { Skeleton, type SkeletonShape } from '../ui/Skeleton.tsx'
import { Boundary } from './frame/Boundary.tsx'
import { cachedScreens } from './frame/cachedScreens.ts'
import { enterMain, rememberFocus } from './frame/regions.ts'
import styles from './OpenScreens.module.css'
import { ScreenRoutes } from './routes.tsx'
import { useTabTitle } from './tabs/tabFacts.ts'

const searchOf = (url: string) => url.split('#')[0]?.split('?')[1] ?? ''

/** Screens of all tabs; background ones stay mounted. */
export function OpenScreens() {
  const location = useAtomValue(locationAtom)
  const tabs = useAtomValue(tabsAtom)
  const menu = useAtomValue(menuAtom)
  const current = pathOfAddress(location)
  const split = useAtomValue(splitAtom)
  // Tabs restored on reload mount only when first shown.
  const shown = useRef(new Set<string>())
  shown.current.add(current)
  const recent = useAtomValue(lastUsedAtom)
    .map(pathOfAddress)
    .filter(path => shown.current.has(path))

  const open = new Set(tabs.map(tab => pathOfAddress(tab.url)))
  const isCached = (path: string) => !pageOf(menu, path)?.noCache
  // Sorted: switching tabs must not move nodes, which would reset scrolling.
  const kept = [...cachedScreens(current, recent, open, isCached)].sort()
  const sides: readonly string[] = split?.sides.includes(current) ? split.sides : [current]
  return [...new Set([...kept, ...sides])].sort().map(path => (
    <Activity key={path} mode={sides.includes(path) ? 'visible' : 'hidden'}>
      <FrontContext value={path === current}>
        <Panel
          path={path}
          search={path === current ? searchOf(location) : undefined}
          side={split ? split.sides.indexOf(path) : undefined}
        />
      </FrontContext>
    </Activity>
  ))
}

interface PanelProps {
  path: string
  search: string | undefined
  side: number | undefined
}

function bringToFront(path: string): void {
  const tab = store.get(tabsAtom).find(({ url }) => pathOfAddress(url) === path)
  navigate(tab?.url ?? path)
}

/** Screen with its own address context, isolated from the front one. */
function Panel({ path, search, side }: PanelProps) {
  const isFront = useContext(FrontContext)
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
    // Newer browsers return a promise here, invalid as an effect's cleanup.
    panel.current?.scrollTo(0, 0)
    return panel.current ? rememberFocus(panel.current) : undefined
  }, [])
  // Visible already, so nothing else focuses it.
  useLayoutEffect(() => {
    if (isFront && side !== undefined && !panel.current?.contains(document.activeElement)) enterMain()
  }, [isFront, side])
  return (
    <section
      className={styles.panel}
      data-screen={path}
      data-front={isFront || undefined}
      data-side={side}
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      onFocusCapture={isFront ? undefined : () => bringToFront(path)}
    >
      <Router hook={hooks.hook} searchHook={hooks.searchHook}>
        <Boundary>
          <PartSuspense fallback={<Loading path={path} />}>
            <ScreenRoutes />
          </PartSuspense>
        </Boundary>
      </Router>
    </section>
  )
}

const shapes: Readonly<Record<string, SkeletonShape>> = {
  index: 'home',
  reviewasc: 'trace',
  reviewdesc: 'trace',
  setting: 'fields',
  systemstatus: 'fields',
}

function Loading({ path }: { path: string }) {
  useLayoutEffect(markScreenLoading, [])
  const [, page = '', id] = path.split('/')
  return <Skeleton shape={id === undefined ? (shapes[page] ?? 'list') : 'record'} />
}
