/** Frames until a new form has defaults. */
const maxFrames = 120

/** Focuses the first empty required field. */
export function focusMissing(entity: string): void {
  let frames = 0
  const look = () => {
    const form = document.querySelector(`[data-record^="${entity}/"]:not([hidden])`)
    const isCovered = document.querySelector('[role="dialog"]') !== null
    if ((!form?.contains(document.activeElement) || isCovered) && frames++ < maxFrames) {
      requestAnimationFrame(look)
      return
    }
    form?.querySelector<HTMLElement>('[data-missing] :is(input, textarea)')?.focus()
  }
  look()
}
