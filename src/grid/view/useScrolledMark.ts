import { useEffect } from 'react'

/** Sticky mark while scrolled horizontally, written past React to avoid rendering. */
export function useScrolledMark(scroller: HTMLElement | null): void {
  useEffect(() => {
    if (!scroller) return
    let isScrolled = false
    const mark = () => {
      // `scrollLeft` is negative right to left.
      if (isScrolled === (scroller.scrollLeft !== 0)) return
      isScrolled = !isScrolled
      scroller.toggleAttribute('data-scrolled', isScrolled)
    }
    mark()
    // Capture: reading after a render would force a reflow.
    const options = { passive: true, capture: true }
    scroller.addEventListener('scroll', mark, options)
    return () => scroller.removeEventListener('scroll', mark, options)
  }, [scroller])
}
