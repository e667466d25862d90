import { ContextMenu } from '@base-ui/react/context-menu'
import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { execute } from '../commands/execute.ts'
import { unsavedOf } from '../data/drafts.ts'
import { menuAtom, pageOf } from '../data/menu.ts'
import { menuTitle } from '../data/menuTitle.ts'
import { closeAll, closeOthers, closeTab, locationAtom, navigate, pathOf, tabsAtom } from '../data/tabs.ts'
import { draftAt } from '../tables/document/begin.ts'
import { recordTitleAtom } from '../tables/document/recordTitle.ts'
import menus from '../tables/menu.module.css'
import { useText } from '../tables/useText.ts'
import styles from './Tabs.module.css'

/** Title of a tab from the menu entry of its page; records add what they are called. */
export function useTabTitle(url: string): string {
  const text = useText()
  const menu = useAtomValue(menuAtom)
  const record = useAtomValue(recordTitleAtom(url))
  const [, page = '', id] = pathOf(url).split('/')
  if (page === 'index') return text('shell.home')
  const node = pageOf(menu, `/${page}`)
  const title = node ? menuTitle(node) : text(page)
  if (!id) return title
  return id.startsWith('new') ? text('tabs.new', { title }) : text('tabs.record', { title, id: record ?? `#${id}` })
}

/** The pages that are open. Closing the one in front shows the last that remains. */
export function Tabs() {
  const text = useText()
  const tabs = useAtomValue(tabsAtom)
  const current = pathOf(useAtomValue(locationAtom))
  const strip = useRef<HTMLDivElement>(null)

  const title = useTabTitle(current)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the tab in front changes, or grows by its title
  useEffect(() => {
    strip.current?.querySelector('[data-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, title, tabs.length])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === 'Delete') void execute('tab.close', {}, { surface: 'shortcut' })
    if (step === undefined) return
    event.preventDefault()
    const all = [...(strip.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus()
  }

  if (tabs.length === 0) return null
  return (
    <div
      className={styles.strip}
      role="tablist"
      ref={strip}
      aria-label={text('shell.tabs')}
      data-region="tabs"
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ url }) => (
        <Tab key={url} url={url} isCurrent={pathOf(url) === current} />
      ))}
    </div>
  )
}

function Tab({ url, isCurrent }: { url: string; isCurrent: boolean }) {
  const text = useText()
  const title = useTabTitle(url)
  const isDirty = useIsDirty(url)
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger
        className={styles.tab}
        data-current={isCurrent}
        onAuxClick={event => {
          if (event.button === 1) closeTab(url)
        }}
        // The middle button would otherwise begin to scroll.
        onMouseDown={event => event.button === 1 && event.preventDefault()}
      >
        <button
          type="button"
          className={styles.title}
          role="tab"
          aria-selected={isCurrent}
          aria-description={isDirty ? text('tabs.unsaved') : undefined}
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => navigate(url)}
        >
          {title}
        </button>
        {isDirty ? <span className={styles.dot} aria-hidden="true" /> : null}
        <button
          type="button"
          className={styles.close}
          tabIndex={-1}
          aria-label={text('tabs.closeNamed', { title })}
          onClick={() => closeTab(url)}
        >
          <X size={12} aria-hidden="true" />
        </button>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={menus.positioner}>
          <ContextMenu.Popup className={menus.popup}>
            <ContextMenu.Item className={menus.item} onClick={() => closeTab(url)}>
              <span className={menus.title}>{text('tabs.close')}</span>
            </ContextMenu.Item>
            <ContextMenu.Item className={menus.item} onClick={() => closeOthers(url)}>
              <span className={menus.title}>{text('tabs.closeOthers')}</span>
            </ContextMenu.Item>
            <ContextMenu.Item className={menus.item} onClick={() => closeAll()}>
              <span className={menus.title}>{text('tabs.closeAll')}</span>
            </ContextMenu.Item>
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

/** A record's tab minds its own draft, a list's tab all of its entity. */
function useIsDirty(url: string): boolean {
  const [, page = '', id] = pathOf(url).split('/')
  const drafts = useAtomValue(unsavedOf(page))
  if (!id) return drafts.size > 0
  if (id === 'new') return draftAt(drafts.values(), url) !== undefined
  return drafts.has(id) || drafts.has(Number(id))
}
