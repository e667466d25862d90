import { type RefObject, useEffect, useRef } from 'react'

const shade = 40

function reveal(strip: HTMLElement | null): void {
  const tab = strip?.querySelector('[role=tab][aria-selected=true]')
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Scrolling tab list with edge shades. */
export function useTabStrip(chosen: string): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is what there is to show
  useEffect(() => reveal(strip.current), [chosen])
  useEffect(() => {
    const { current } = strip
    if (!current) return
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth, style } = current
      style.setProperty('--shade-start', `${Math.min(shade, scrollLeft)}px`)
      style.setProperty('--shade-end', `${Math.min(shade, Math.max(0, scrollWidth - clientWidth - scrollLeft))}px`)
    }
    const turn = (event: WheelEvent) => {
      const before = current.scrollLeft
      if (Math.abs(event.deltaY) > Math.abs(event.deltaX)) current.scrollLeft += event.deltaY
      if (current.scrollLeft !== before) event.preventDefault()
    }
    look()
    let width = current.clientWidth
    const observer = new ResizeObserver(() => {
      if (width !== current.clientWidth) reveal(current)
      width = current.clientWidth
      look()
    })
    observer.observe(current)
    for (const tab of current.children) observer.observe(tab)
    current.addEventListener('scroll', look, { passive: true })
    current.addEventListener('wheel', turn, { passive: false })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', look)
      current.removeEventListener('wheel', turn)
    }
  }, [])
  return strip
}
