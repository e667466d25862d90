import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Count of children on the first line. */
export function useFitting(row: RefObject<HTMLElement | null>): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  const measure = () => {
    const places = [...(row.current?.children ?? [])] as HTMLElement[]
    const [first] = places
    // Hidden screens cannot be measured.
    if (!first?.offsetParent) return
    const wrapped = places.findIndex(place => place.offsetTop > first.offsetTop)
    setFitting(wrapped < 0 ? Number.POSITIVE_INFINITY : wrapped)
  }
  useLayoutEffect(measure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measuring reads the page, nothing of a drawing
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (row.current) observer.observe(row.current)
    return () => observer.disconnect()
  }, [row])
  return fitting
}
