import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { SystemStatus } from '#contract/system/status.ts'
import { onRecovery } from '../../data/realtime/recovery.ts'
import { readSystemStatus } from '../../data/settings/systemStatus.ts'
import { FrontContext } from '../../ui/front.ts'
import { useHandlers } from '../../ui/useHandlers.ts'

export const everySeconds = 10

interface Reading {
  readonly status: SystemStatus
  /** Browser's clock at the answer: ages need no server's clock. */
  readonly at: number
}

/** Newest status and its age; a failure keeps the former. */
export function useStatus() {
  const [reading, setReading] = useState<Reading>()
  const [failure, setFailure] = useState<unknown>()
  const [now, setNow] = useState(Date.now)
  const running = useRef(false)
  const isFront = useContext(FrontContext)
  const read = useCallback(async () => {
    if (running.current) return
    running.current = true
    try {
      const status = await readSystemStatus(AbortSignal.timeout(20_000))
      setReading({ status, at: Date.now() })
      setFailure(undefined)
    } catch (error) {
      // Shown on the page: no defect of the client.
      setFailure(error)
    } finally {
      running.current = false
      setNow(Date.now())
    }
  }, [])
  useEffect(() => {
    if (!isFront) return undefined
    void read()
    const reading = setInterval(() => {
      if (!document.hidden) void read()
    }, everySeconds * 1000)
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => {
      clearInterval(reading)
      clearInterval(ticking)
    }
  }, [isFront, read])
  useEffect(() => onRecovery(() => void read()), [read])
  useHandlers({ 'list.refresh': { run: () => void read() } })
  const seconds = reading ? Math.max(0, Math.round((now - reading.at) / 1000)) : 0
  return { status: reading?.status, seconds, failure }
}
