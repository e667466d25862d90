import { useEffect } from 'react'

/**
 * Marks the grid while its columns are scrolled beneath those that stay in sight. Written past React: it changes while
 * scrolling, and draws nothing.
 */
export function useScrolledMark(scroller: HTMLElement | null): void {
  useEffect(() => {
    if (!scroller) return
    let isScrolled = false
    const mark = () => {
      // From right to left it is counted downwards.
      if (isScrolled === (scroller.scrollLeft !== 0)) return
      isScrolled = !isScrolled
      scroller.toggleAttribute('data-scrolled', isScrolled)
    }
    mark()
    // Before anything else is drawn for it: asked later, the browser would have to lay everything out to answer.
    const options = { passive: true, capture: true }
    scroller.addEventListener('scroll', mark, options)
    return () => scroller.removeEventListener('scroll', mark, options)
  }, [scroller])
}
