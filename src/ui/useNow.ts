import { useEffect, useState } from 'react'

const minute = 60_000

/** Milliseconds of the browser's clock, each minute anew. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(ticking)
  }, [])
  return now
}
