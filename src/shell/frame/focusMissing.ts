/** Frames until a new form has defaults. */
const maxFrames = 120

/** Focuses the first empty required field. */
export function focusMissing(entity: string): void {
  let frames = 0
  const look = () => {
    const forms = [...document.querySelectorAll(`[data-record^="${entity}/new"]`)]
    const form = forms.find(each => each.contains(document.activeElement))
    const isCovered = document.querySelector('[role="dialog"]') !== null
    if ((!form || isCovered) && frames++ < maxFrames) {
      requestAnimationFrame(look)
      return
    }
    form?.querySelector<HTMLElement>('[data-missing] :is(input, textarea)')?.focus()
  }
  requestAnimationFrame(look)
}
