import { useAtomValue } from 'jotai'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { unreachedAtom } from '../../data/api/transport.ts'
import { channelStateAtom } from '../../data/realtime/realtime.ts'
import { isServerReached } from '../../data/realtime/serverReach.ts'
import { store } from '../../data/store.ts'
import { showInstant } from '../../fields/days.ts'
import { useText } from '../../ui/useText.ts'
import styles from './ConnectionStrip.module.css'

/** Delay in ms that spares the strip for a short blip. */
const blipMs = 2_000
const probeMs = 10_000

function followNetwork(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

interface Loss {
  readonly since: string
  readonly isReached: boolean
}

/** Lost connection: since when, and what becomes of entries meanwhile. */
export function ConnectionStrip() {
  const text = useText()
  const isCut = useAtomValue(channelStateAtom) === 'lost'
  const isUnreached = useAtomValue(unreachedAtom)
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine)
  const isLost = isCut || isUnreached || !isOnline
  const [loss, setLoss] = useState<Loss | null>(null)
  useEffect(() => {
    if (!isLost) return setLoss(null)
    const since = new Date().toISOString()
    let isOver = false
    let next: ReturnType<typeof setTimeout>
    const probe = async () => {
      const isReached = await isServerReached()
      if (isOver) return
      if (isReached) store.set(unreachedAtom, false)
      const isCut = store.get(channelStateAtom) === 'lost'
      if (isCut || !isReached) setLoss({ since, isReached })
      next = setTimeout(probe, probeMs)
    }
    next = setTimeout(probe, blipMs)
    return () => {
      isOver = true
      clearTimeout(next)
    }
  }, [isLost])
  const time = loss && showInstant(loss.since).slice(-5)
  return (
    <div
      className={styles.strip}
      role="status"
      data-connection-strip=""
      data-connection={loss ? (loss.isReached ? 'stale' : 'offline') : undefined}
    >
      {loss ? text(loss.isReached ? 'connection.stale' : 'connection.offline', { time }) : null}
    </div>
  )
}
