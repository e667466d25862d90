import { Dialog } from '@base-ui/react/dialog'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import {
  chooseRecentTab,
  closeRecentTabs,
  type RecentTabs as List,
  markRecentTab,
  recentTabsListAtom,
} from '../../commands/keys/recentTabs.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useReturnFocus } from '../../ui/keyboard/useReturnFocus.ts'
import { useText } from '../../ui/useText.ts'
import styles from './RecentTabs.module.css'
import { useTabTitle } from './tabFacts.ts'

/** Tabs by recent use, shown while the key is held. */
export function RecentTabs() {
  const list = useAtomValue(recentTabsListAtom)
  const marked = useRef<HTMLButtonElement>(null)
  const returnFocus = useReturnFocus(list !== null)
  const text = useText()
  return (
    <Dialog.Root open={list !== null} onOpenChange={open => open || closeRecentTabs()}>
      <Dialog.Portal>
        <Dialog.Popup
          className={styles.popup}
          initialFocus={marked}
          finalFocus={returnFocus}
          aria-label={text('command.tab.recent')}
        >
          {list ? <Entries list={list} marked={marked} /> : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface EntriesProps {
  list: List
  marked: React.RefObject<HTMLButtonElement | null>
}

function Entries({ list, marked }: EntriesProps) {
  const text = useText()
  const { urls, at, isHeld } = list

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keyboard goes along when another one is marked
  useEffect(() => marked.current?.focus(), [at])

  // Palette restores focus late, after this takes it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => marked.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [marked])

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: urls.length - 1 }[event.key]
    if (to === undefined || event.nativeEvent.isComposing) return
    event.preventDefault()
    markRecentTab(to)
  }

  return (
    <>
      <div role="listbox" aria-label={text('command.tab.recent')} className={styles.list} onKeyDown={onKeyDown}>
        {urls.map((url, index) => (
          <button
            key={url}
            type="button"
            role="option"
            className={styles.entry}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            ref={index === at ? marked : undefined}
            onClick={() => chooseRecentTab(url)}
          >
            <Title url={url} />
          </button>
        ))}
      </div>
      <footer className={styles.foot}>
        {isHeld ? (
          text('tabs.recentHint')
        ) : (
          <>
            <KeyCaps keys="enter" /> {text('tabs.recentChoose')}
          </>
        )}
      </footer>
    </>
  )
}

function Title({ url }: { url: string }) {
  return <span className={styles.title}>{useTabTitle(url)}</span>
}
