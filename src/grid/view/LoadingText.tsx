import { useEffect, useState } from 'react'
import { useText } from '../../ui/useText.ts'

const slowMs = 5_000

/** Words while rows load; a slow answer is said to be one. */
export function LoadingText() {
  const text = useText()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const slow = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(slow)
  }, [])
  return text(isSlow ? 'grid.loadingLong' : 'grid.loading')
}
