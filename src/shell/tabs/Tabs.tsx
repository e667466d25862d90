import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState, type WheelEvent } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { locationAtom, pathOfAddress, tabsAtom } from '../../data/session/tabs.ts'
import { useText } from '../../ui/useText.ts'
import { AllTabs } from './AllTabs.tsx'
import { Tab } from './Tab.tsx'
import styles from './Tabs.module.css'
import { useTabTitle } from './tabFacts.ts'
import { useTabDrag } from './useTabDrag.ts'

export function Tabs() {
  const hasTabs = useAtomValue(tabsAtom).length > 0
  return hasTabs ? <Strip /> : null
}

function Strip() {
  const text = useText()
  const tabs = useAtomValue(tabsAtom)
  const current = pathOfAddress(useAtomValue(locationAtom))
  const strip = useRef<HTMLDivElement>(null)
  const [isOverflowing, setOverflowing] = useState(false)
  const { dragged, handlers } = useTabDrag()
  const title = useTabTitle(current)

  useLayoutEffect(() => {
    const { current: element } = strip
    if (!element) return
    const measure = () => setOverflowing(element.scrollWidth > element.clientWidth)
    // `ResizeObserver` reports after layout; reading here would force one.
    const observer = new ResizeObserver(measure)
    // Titles arrive late and resize their tabs.
    for (const observed of [element, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the tab in front changes, or grows by its title
  useEffect(() => {
    // Without overflow skip the check, which would force layout.
    if (!isOverflowing) return
    strip.current?.querySelector('[data-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
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
    <div className={styles.row} data-region="tabs">
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
    </div>
  )
}

function commandFor(index: number, count: number): string {
  return index < 8 ? `tab.${index + 1}` : index === count - 1 ? 'tab.9' : 'tab.show'
}
