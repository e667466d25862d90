import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState, type WheelEvent } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { locationAtom, pathOf, tabsAtom } from '../../data/session/tabs.ts'
import { useText } from '../../ui/useText.ts'
import { AllTabs } from './AllTabs.tsx'
import { Tab } from './Tab.tsx'
import styles from './Tabs.module.css'
import { useTabTitle } from './tabFacts.ts'
import { useTabDrag } from './useTabDrag.ts'

/** The pages that are open. Closing the one in front shows the last that remains. */
export function Tabs() {
  const hasTabs = useAtomValue(tabsAtom).length > 0
  return hasTabs ? <Strip /> : null
}

function Strip() {
  const text = useText()
  const tabs = useAtomValue(tabsAtom)
  const current = pathOf(useAtomValue(locationAtom))
  const strip = useRef<HTMLDivElement>(null)
  const [isOverflowing, setOverflowing] = useState(false)
  const { dragged, handlers } = useTabDrag()
  const title = useTabTitle(current)

  useLayoutEffect(() => {
    const { current: element } = strip
    if (!element) return
    const measure = () => setOverflowing(element.scrollWidth > element.clientWidth)
    // Tells at once how wide they are, when the page has been laid out anyway: asked here it would be laid out for this.
    const observer = new ResizeObserver(measure)
    // Titles come late and grow: each tab says so itself.
    for (const observed of [element, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the tab in front changes, or grows by its title
  useEffect(() => {
    // Where all fit nothing is out of sight: asking would have the page laid out.
    if (!isOverflowing) return
    strip.current?.querySelector('[data-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, title, tabs.length, isOverflowing])

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

  // A plain wheel has no other use here.
  // Sideways it scrolls by itself, and with Ctrl the wheel makes the page larger.
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
            key={pathOf(url)}
            url={url}
            isCurrent={pathOf(url) === current}
            isDragged={url === dragged}
            command={commandFor(index, tabs.length)}
          />
        ))}
      </div>
      {isOverflowing ? (
        <AllTabs urls={tabs.map(({ url }) => url)} current={tabs.find(({ url }) => pathOf(url) === current)?.url} />
      ) : null}
    </div>
  )
}

/** The first eight tabs and the last have commands of their own, with their keys. */
function commandFor(index: number, count: number): string {
  return index < 8 ? `tab.${index + 1}` : index === count - 1 ? 'tab.9' : 'tab.show'
}
