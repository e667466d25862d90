import { useAtomValue } from 'jotai'
import { CloudOff, RefreshCw } from 'lucide'
import { useSyncExternalStore } from 'react'
import { unreachedAtom } from '../../data/api/transport.ts'
import { countsOf } from '../../data/outbox/entries.ts'
import { copiedAtom } from '../../data/outbox/known.ts'
import { isOutboxBrokenAtom, outboxAtom } from '../../data/outbox/outbox.ts'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useNow } from '../../ui/useNow.ts'
import { useText } from '../../ui/useText.ts'
import styles from './Warehouse.module.css'

function follow(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** No network: the browser says so, or the last call went unanswered. */
export function useIsOffline(): boolean {
  const isUnreached = useAtomValue(unreachedAtom)
  return !useSyncExternalStore(follow, () => navigator.onLine) || isUnreached
}

export function useAge(at: number | null): string {
  const text = useText()
  const now = useNow()
  const minutes = at === null ? null : Math.max(0, Math.floor((now - at) / 60_000))
  return minutes === null ? text('warehouse.neverRead') : text('warehouse.readAgo', { minutes })
}

/** What of the network matters here: cut, and what waits for it. */
export function NetworkLine() {
  const text = useText()
  const isOffline = useIsOffline()
  const isBroken = useAtomValue(isOutboxBrokenAtom)
  const { waiting, sending, refused } = countsOf(useAtomValue(outboxAtom))
  const age = useAge(useAtomValue(copiedAtom))
  const said = [
    isOffline ? text('warehouse.offline', { age }) : null,
    sending > 0 ? text('warehouse.sending', { count: sending }) : null,
    waiting > 0 ? text('warehouse.waiting', { count: waiting }) : null,
    refused > 0 ? text('warehouse.refused', { count: refused }) : null,
    isBroken ? text('warehouse.broken') : null,
  ].filter(each => each !== null)
  return (
    <p
      className={styles.network}
      role="status"
      data-network={isOffline ? 'cut' : 'there'}
      data-tone={refused > 0 || isBroken ? 'danger' : isOffline ? 'warning' : 'calm'}
      hidden={said.length === 0}
    >
      {said.length > 0 ? <Drawing of={isOffline ? CloudOff : RefreshCw} size={18} /> : null}
      <span>{said.join(' · ')}</span>
    </p>
  )
}
