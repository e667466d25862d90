import { ContextMenu } from '@base-ui/react/context-menu'
import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { execute } from '../commands/execute.ts'
import { unsavedOf } from '../data/drafts.ts'
import { menuAtom, pageOf } from '../data/menu.ts'
import { menuTitle } from '../data/menuTitle.ts'
import { locationAtom, pathOf, tabsAtom } from '../data/tabs.ts'
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
    const all = [...(strip.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const url = tabs[at]?.url
    // The tab with the focus need not be the one in front, which the key of the command closes.
    const isHeld = event.ctrlKey || event.altKey || event.shiftKey || event.metaKey
    if (event.key === 'Delete' && !isHeld && url) void execute('tab.close', { url }, { surface: 'button' })
    if (step === undefined) return
    event.preventDefault()
    all[(at + step + all.length) % all.length]?.focus()
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
      {tabs.map(({ url }, index) => (
        <Tab key={url} url={url} isCurrent={pathOf(url) === current} command={commandFor(index, tabs.length)} />
      ))}
    </div>
  )
}

/** The first eight tabs and the last have commands of their own, with their keys. */
function commandFor(index: number, count: number): string {
  return index < 8 ? `tab.${index + 1}` : index === count - 1 ? 'tab.9' : 'tab.show'
}

interface TabProps {
  url: string
  isCurrent: boolean
  /** The command that shows it. */
  command: string
}

function Tab({ url, isCurrent, command }: TabProps) {
  const text = useText()
  const title = useTabTitle(url)
  const isDirty = useIsDirty(url)
  const run = (id: string) => void execute(id, { url }, { surface: 'button' })
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger
        className={styles.tab}
        data-current={isCurrent}
        onAuxClick={event => {
          if (event.button === 1) run('tab.close')
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
          data-command={command}
          onClick={() => run('tab.show')}
        >
          {title}
        </button>
        {isDirty ? <span className={styles.dot} aria-hidden="true" /> : null}
        {/* For the mouse: a list of tabs holds tabs only, and `tab.close` has its key and its place in the menu. */}
        <button
          type="button"
          className={styles.close}
          tabIndex={-1}
          aria-hidden="true"
          title={text('tabs.closeNamed', { title })}
          onClick={() => run('tab.close')}
        >
          <X size={12} />
        </button>
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={menus.positioner}>
          <ContextMenu.Popup className={menus.popup}>
            <ContextMenu.Item className={menus.item} onClick={() => run('tab.close')}>
              <span className={menus.title}>{text('tabs.close')}</span>
            </ContextMenu.Item>
            <ContextMenu.Item className={menus.item} onClick={() => run('tab.closeOthers')}>
              <span className={menus.title}>{text('tabs.closeOthers')}</span>
            </ContextMenu.Item>
            <ContextMenu.Item
              className={menus.item}
              onClick={() => void execute('tab.closeAll', {}, { surface: 'menu' })}
            >
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
