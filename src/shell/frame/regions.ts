/** F6 goes round the parts of the frame and of the screen, each remembering where the focus was in it. */

const DIALOG = '[role=dialog]:not([data-closed])'
/** What a record holds beside its own fields: its lines, and the tabs of what refers to it. */
const DETAIL = '[data-screen] [data-detail]'
/** The parts of the frame, the commands and details of the screen, and what appears for a while, like a popover with filters. */
const REGIONS = `[data-region], [data-screen] [role=toolbar], ${DETAIL}, ${DIALOG}`
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]'

/** Where the keyboard was last in a region, and in a screen whatever region of it that was. */
const lastIn = new WeakMap<Element, HTMLElement>()
const lastOn = new WeakMap<Element, HTMLElement>()

function isReachable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.checkVisibility()
}

/** Main stands for the screen that is in front in it. */
const partOf = (region: Element): Element =>
  [...region.querySelectorAll('[data-screen]')].find(screen => screen.checkVisibility()) ?? region

/** Where the keyboard goes in a region: where it was, to the rows of a screen, else to the first thing there is. */
function entryOf(region: HTMLElement): HTMLElement | undefined {
  const part = partOf(region)
  const isOwn = (element: HTMLElement) => element.closest(REGIONS) === region
  const last = lastIn.get(part)
  if (last?.isConnected && last.checkVisibility() && isOwn(last)) return last
  const own = (wanted: string) => [...part.querySelectorAll<HTMLElement>(wanted)].filter(isOwn)
  return own('[role=grid]')[0] ?? own(FOCUSABLE).find(isReachable)
}

/** The regions on screen that the keyboard can go into; main even when there is nothing in it, after its commands and before its details. */
function regionsOnScreen(): readonly HTMLElement[] {
  // Behind a dialog that wants an answer the screen is hidden: the keyboard stays in the dialog.
  const isAsked = document.querySelector(':is([aria-hidden=true], [inert]) [data-region=main]') !== null
  const found = [...document.querySelectorAll<HTMLElement>(isAsked ? DIALOG : REGIONS)].filter(
    region => region.checkVisibility() && (region.dataset.region === 'main' || entryOf(region)),
  )
  const within = (outer: HTMLElement) => found.filter(region => region !== outer && outer.contains(region))
  return found
    .filter(region => !found.some(outer => outer !== region && outer.contains(region)))
    .flatMap(region => {
      const details = new Set(within(region).filter(inner => inner.matches(DETAIL)))
      return [...within(region).filter(inner => !details.has(inner)), region, ...details]
    })
}

/** A toolbar or a detail lies in main, and is a region of its own. */
function regionAround(element: Element | null, regions: readonly HTMLElement[]): HTMLElement | undefined {
  const around = regions.filter(region => region.contains(element))
  return around.find(region => !around.some(other => other !== region && region.contains(other)))
}

function enter(region: HTMLElement): void {
  const options: FocusOptions & { readonly focusVisible: boolean } = { focusVisible: true }
  ;(entryOf(region) ?? region).focus(options)
}

/** Moves the focus to the next region, or the one before. */
export function moveRegion(step: 1 | -1): void {
  const regions = regionsOnScreen()
  const { activeElement } = document
  const here = regionAround(activeElement, regions)
  if (here && activeElement instanceof HTMLElement)
    lastIn.set(partOf(here), activeElement.closest<HTMLElement>('[role=grid]') ?? activeElement)
  const from = here ? regions.indexOf(here) : step === 1 ? -1 : 0
  const next = regions[(from + step + regions.length) % regions.length]
  if (next && next !== here) enter(next)
}

/** Puts the keyboard where the person works: into the screen in front, where it was there, also in its lines. */
export function enterMain(): void {
  const main = document.querySelector<HTMLElement>('[data-region=main]')
  const last = main && lastOn.get(partOf(main))
  const detail = last?.closest<HTMLElement>(DETAIL)
  if (detail?.checkVisibility()) enter(detail)
  else if (main) enter(main)
}

/** Is the keyboard in the frame rather than in the screen: in the sidebar, among the tabs, on the bar above? */
export function isInFrame(element: Element | null): boolean {
  const region = element?.closest<HTMLElement>('[data-region]')
  return region !== null && region !== undefined && region.dataset.region !== 'main'
}

/** Remembers what has the keyboard in a screen while that is in front; the returned function ends it. */
export function rememberFocus(screen: HTMLElement): () => void {
  const remember = ({ target }: { readonly target: EventTarget | null }) => {
    if (!(target instanceof HTMLElement) || target === screen) return
    // A grid draws its cells anew; it is asked as a whole and goes to the active one itself.
    const held = target.closest<HTMLElement>('[role=grid]') ?? target
    const region = held.closest(REGIONS)
    lastIn.set(region && screen.contains(region) ? region : screen, held)
    lastOn.set(screen, held)
  }
  screen.addEventListener('focusin', remember)
  // What the screen gave it to while it was drawn had nobody yet to notice.
  if (screen.contains(document.activeElement)) remember({ target: document.activeElement })
  return () => screen.removeEventListener('focusin', remember)
}

const WINDOW = ':is([role=dialog], [role=alertdialog], [role=menu]):not([data-closed])'

/** Where the keyboard belongs, best first: into the window over the page, to where it was in the screen, to its rows, to it as a whole. */
function belongings(): readonly HTMLElement[] {
  const visible = (selector: string, within: ParentNode = document) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter(element => element.checkVisibility())
  const over = visible(WINDOW).at(-1)
  if (over) return [...visible(FOCUSABLE, over).filter(isReachable), over]
  const [screen] = visible('[data-screen]')
  const main = visible('[data-region=main]')
  if (!screen) return main
  const last = lastOn.get(screen)
  const isThere = last?.isConnected && last.checkVisibility() && screen.contains(last)
  // Lines and related rows are gone to on purpose: empty lines begin one for whoever comes.
  const rows = visible('[role=grid]', screen).filter(grid => !grid.closest(DETAIL))
  return [...(isThere ? [last] : []), ...rows, screen, ...main]
}

/** Gives the keyboard to where it belongs, where nothing has it. */
export function takeUpFocus(): void {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body && activeElement.checkVisibility()) return
  for (const element of belongings()) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}
