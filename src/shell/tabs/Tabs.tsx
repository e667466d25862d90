import { ContextMenu } from '@base-ui/react/context-menu'
import { Menu } from '@base-ui/react/menu'
import { useAtomValue } from 'jotai'
import { ChevronDown, X } from 'lucide'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState, type WheelEvent } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { tabsAtom } from '../../data/session/tabs.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './Tabs.module.css'
import { useIsDirty, useKeptTitle, useTabTitle } from './tabFacts.ts'
import { useTabDrag } from './useTabDrag.ts'

export function Tabs() {
  const hasTabs = useAtomValue(tabsAtom).length > 0
  return hasTabs ? <Strip /> : null
}

const reveal = (strip: HTMLElement) =>
  strip.querySelector('[data-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

function Strip() {
  const text = useText()
  const tabs = useAtomValue(tabsAtom)
  const current = pathOfAddress(useAtomValue(locationAtom))
  const strip = useRef<HTMLDivElement>(null)
  const width = useRef(0)
  const [isOverflowing, setOverflowing] = useState(false)
  const { dragged, handlers } = useTabDrag()
  const title = useTabTitle(current)

  useLayoutEffect(() => {
    const { current: element } = strip
    if (!element) return
    const measure = () => {
      setOverflowing(element.scrollWidth > element.clientWidth)
      if (width.current === element.clientWidth) return
      width.current = element.clientWidth
      reveal(element)
    }
    // `ResizeObserver` reports after layout; reading here would force one.
    const observer = new ResizeObserver(measure)
    // Titles arrive late and resize their tabs.
    for (const observed of [element, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the tab in front changes, or grows by its title
  useEffect(() => {
    // Layout would be forced by the check: skipped without overflow.
    if (!isOverflowing) return
    if (strip.current) reveal(strip.current)
  }, [current, title, tabs.length, isOverflowing])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const all = [...(strip.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const url = tabs[at]?.url
    // Focused tab may differ from the front one that the command closes.
    const isHeld = event.ctrlKey || event.altKey || event.shiftKey || event.metaKey
    if (event.key === 'Delete' && !isHeld && url) void execute('tab.close', { url }, { surface: 'button' })
    if (step === undefined) return
    event.preventDefault()
    all[(at + step + all.length) % all.length]?.focus()
  }

  // Vertical wheel scrolls the strip; Ctrl+wheel stays browser zoom.
  const onWheel = ({ ctrlKey, deltaX, deltaY }: WheelEvent) => {
    if (!ctrlKey && deltaX === 0) strip.current?.scrollBy(deltaY, 0)
  }

  return (
    <nav className={styles.row} data-region="tabs" aria-label={text('shell.tabs')}>
      <div
        className={styles.strip}
        role="tablist"
        ref={strip}
        aria-label={text('shell.tabs')}
        onKeyDown={onKeyDown}
        onWheel={onWheel}
        {...handlers}
      >
        {tabs.map(({ url }, index) => (
          <Tab
            key={pathOfAddress(url)}
            url={url}
            isCurrent={pathOfAddress(url) === current}
            isDragged={url === dragged}
            command={commandFor(index, tabs.length)}
          />
        ))}
      </div>
      {isOverflowing ? (
        <AllTabs
          urls={tabs.map(({ url }) => url)}
          current={tabs.find(({ url }) => pathOfAddress(url) === current)?.url}
        />
      ) : null}
    </nav>
  )
}

function commandFor(index: number, count: number): string {
  return index < 8 ? `tab.${index + 1}` : index === count - 1 ? 'tab.9' : 'tab.show'
}

interface AllTabsProps {
  urls: readonly string[]
  current: string | undefined
}

/** Menu of all tabs, for overflowing strips. */
function AllTabs({ urls, current }: AllTabsProps) {
  const text = useText()
  const label = text('tabs.all', { count: urls.length })
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={controls.iconButton} aria-label={label} data-hint={label}>
        <Drawing of={ChevronDown} size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} align="end" sideOffset={4}>
          <Menu.Popup className={menus.popup}>
            {urls.map(url => (
              <TabItem key={url} url={url} isCurrent={url === current} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function TabItem({ url, isCurrent }: { url: string; isCurrent: boolean }) {
  const text = useText()
  const title = useTabTitle(url)
  const isDirty = useIsDirty(url)
  return (
    <Menu.Item
      className={menus.item}
      aria-current={isCurrent ? 'page' : undefined}
      aria-description={isDirty ? text('tabs.unsaved') : undefined}
      onClick={() => void execute('tab.show', { url }, { surface: 'button' })}
    >
      <span className={menus.title} data-current={isCurrent}>
        {title}
      </span>
      {isDirty ? <span className={styles.dot} aria-hidden="true" /> : null}
    </Menu.Item>
  )
}

interface TabProps {
  url: string
  isCurrent: boolean
  isDragged: boolean
  command: string
}

function Tab({ url, isCurrent, isDragged, command }: TabProps) {
  const text = useText()
  const title = useTabTitle(url)
  useKeptTitle(url)
  const isDirty = useIsDirty(url)
  const run = (id: string) => void execute(id, { url }, { surface: 'button' })
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger
        className={styles.tab}
        data-current={isCurrent}
        data-dragged={isDragged || undefined}
        data-tab-url={url}
        onAuxClick={event => {
          if (event.button === 1) run('tab.close')
        }}
        // Middle press would start autoscroll.
        onMouseDown={event => event.button === 1 && event.preventDefault()}
        // Middle release on Linux would paste the primary selection.
        onMouseUp={event => event.button === 1 && event.preventDefault()}
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
        {isDirty ? <span className={styles.dot} data-dirty aria-hidden="true" /> : null}
        {/* Mouse only: a tablist contains only tabs; `tab.close` has a key. */}
        <button
          type="button"
          className={styles.close}
          tabIndex={-1}
          aria-hidden="true"
          title={text('tabs.closeNamed', { title })}
          onClick={() => run('tab.close')}
        >
          <Drawing of={X} size={12} />
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
