import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { unreachedAtom } from '../../data/api/transport.ts'
import { channelStateAtom } from '../../data/realtime/realtime.ts'
import { isServerReached } from '../../data/realtime/serverReach.ts'
import { store } from '../../data/store.ts'
import { showInstant } from '../../fields/days.ts'
import { useText } from '../../ui/useText.ts'
import styles from './ConnectionStrip.module.css'

/** Delay in ms that spares the strip for a short blip. */
const blipMs = 2_000
const probeMs = 3_000

const loseServer = () => store.set(unreachedAtom, true)

interface Loss {
  readonly since: string
  readonly isReached: boolean
}

/** Lost connection: since when, and what becomes of entries meanwhile. */
export function ConnectionStrip() {
  const text = useText()
  const isCut = useAtomValue(channelStateAtom) === 'lost'
  const isOffline = useAtomValue(unreachedAtom)
  const isLost = isCut || isOffline
  const [loss, setLoss] = useState<Loss | null>(null)
  useEffect(() => {
    addEventListener('offline', loseServer)
    return () => removeEventListener('offline', loseServer)
  }, [])
  useEffect(() => {
    if (!isLost) return setLoss(null)
    const since = new Date().toISOString()
    let isOver = false
    let next: ReturnType<typeof setTimeout>
    const probe = async () => {
      const isReached = await isServerReached()
      if (isOver) return
      store.set(unreachedAtom, !isReached)
      const isCut = store.get(channelStateAtom) === 'lost'
      if (isCut || !isReached) setLoss({ since, isReached })
      clearTimeout(next)
      next = setTimeout(probe, probeMs)
    }
    next = setTimeout(probe, blipMs)
    addEventListener('online', probe)
    return () => {
      isOver = true
      clearTimeout(next)
      removeEventListener('online', probe)
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
