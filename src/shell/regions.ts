/** F6 goes round the parts of the frame, each remembering where the focus was in it. */

const ORDER = ['sidebar', 'toolbar', 'tabs', 'main'] as const
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]'

const lastIn = new WeakMap<Element, HTMLElement>()

function isReachable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.checkVisibility()
}

function entryOf(region: Element): HTMLElement | undefined {
  const last = lastIn.get(region)
  if (last?.isConnected && last.checkVisibility()) return last
  const inside = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)]
  return inside.find(isReachable) ?? (region instanceof HTMLElement ? region : undefined)
}

/** Moves the focus to the next region, or the one before. */
export function moveRegion(step: 1 | -1): void {
  const regions = ORDER.flatMap(name => document.querySelector(`[data-region="${name}"]`) ?? [])
  const here = regions.findIndex(region => region.contains(document.activeElement))
  if (here >= 0 && regions[here] && document.activeElement instanceof HTMLElement)
    lastIn.set(regions[here], document.activeElement)
  const from = here < 0 ? (step === 1 ? -1 : 0) : here
  const next = regions[(from + step + regions.length) % regions.length]
  if (next) entryOf(next)?.focus({ focusVisible: true } as FocusOptions)
}

const patience = 30

/**
 * Keeps the focus of a screen while it is in front, and gives it back when it comes to the front again: once what led
 * here (the palette, a dialog) has let go of it. Whoever takes the focus meanwhile keeps it. The returned function ends it.
 */
export function keepFocus(screen: HTMLElement): () => void {
  const remember = (event: FocusEvent) => {
    const { target } = event
    // A grid draws its cells anew; it is asked as a whole and goes to the active one itself.
    if (target instanceof HTMLElement) lastIn.set(screen, target.closest<HTMLElement>('[role=grid]') ?? target)
  }
  screen.addEventListener('focusin', remember)
  let frames = 0
  let next = requestAnimationFrame(function look() {
    frames += 1
    const { activeElement } = document
    if (activeElement && activeElement !== document.body) {
      if (frames < patience && !screen.contains(activeElement)) next = requestAnimationFrame(look)
      return
    }
    const last = lastIn.get(screen)
    if (last?.isConnected && last.checkVisibility()) last.focus({ preventScroll: true })
  })
  return () => {
    screen.removeEventListener('focusin', remember)
    cancelAnimationFrame(next)
  }
}
