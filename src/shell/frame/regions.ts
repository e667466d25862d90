/** F6 region cycling; each region remembers its focus. */
import { storeLocal } from '../../data/store.ts'

const DIALOG = '[role=dialog]:not([data-closed])'
/** Record details: lines and related tabs. */
const DETAIL = '[data-screen] [data-detail]'
/** Regions: frame parts, toolbars, record details, transient popovers. */
const REGIONS = `[data-region], [data-screen] [role=toolbar], ${DETAIL}, ${DIALOG}`
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]'

/** Last focus in each region and on each screen. */
const lastIn = storeLocal(() => new WeakMap<Element, HTMLElement>())
const lastOn = storeLocal(() => new WeakMap<Element, HTMLElement>())

function isReachable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.checkVisibility()
}

/** Screen in front; beside it another may be shown. */
function frontScreen(within: ParentNode): HTMLElement | undefined {
  const shown = [...within.querySelectorAll<HTMLElement>('[data-screen]')].filter(screen => screen.checkVisibility())
  return shown.find(screen => screen.dataset.front !== undefined) ?? shown[0]
}

const partOf = (region: Element): Element => frontScreen(region) ?? region

/** Focus entry: last focus, rows, otherwise the first focusable element. */
function entryOf(region: HTMLElement): HTMLElement | undefined {
  const part = partOf(region)
  const isOwn = (element: HTMLElement) => element.closest(REGIONS) === region
  const last = lastIn().get(part)
  if (last?.isConnected && last.checkVisibility() && isOwn(last)) return last
  const own = (wanted: string) => [...part.querySelectorAll<HTMLElement>(wanted)].filter(isOwn)
  return own('[role=grid]')[0] ?? own(FOCUSABLE).find(isReachable)
}

/** Focusable regions in order; main between toolbar and details. */
function regionsOnScreen(): readonly HTMLElement[] {
  // Modal dialogs hide the screen and keep focus.
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

function regionAround(element: Element | null, regions: readonly HTMLElement[]): HTMLElement | undefined {
  const around = regions.filter(region => region.contains(element))
  return around.find(region => !around.some(other => other !== region && region.contains(other)))
}

function enter(region: HTMLElement): void {
  const options: FocusOptions & { readonly focusVisible: boolean } = { focusVisible: true }
  ;(entryOf(region) ?? region).focus(options)
}

export function moveRegion(step: 1 | -1): void {
  const regions = regionsOnScreen()
  const { activeElement } = document
  const here = regionAround(activeElement, regions)
  if (here && activeElement instanceof HTMLElement)
    lastIn().set(partOf(here), activeElement.closest<HTMLElement>('[role=grid]') ?? activeElement)
  const from = here ? regions.indexOf(here) : step === 1 ? -1 : 0
  const next = regions[(from + step + regions.length) % regions.length]
  if (next && next !== here) enter(next)
}

export function enterMain(): void {
  const main = document.querySelector<HTMLElement>('[data-region=main]')
  const last = main && lastOn().get(partOf(main))
  const detail = last?.closest<HTMLElement>(DETAIL)
  if (detail?.checkVisibility()) enter(detail)
  else if (main) enter(main)
}

export function isInFrame(element: Element | null): boolean {
  const region = element?.closest<HTMLElement>('[data-region]')
  return region !== null && region !== undefined && region.dataset.region !== 'main'
}

export function rememberFocus(screen: HTMLElement): () => void {
  const remember = ({ target }: { readonly target: EventTarget | null }) => {
    if (!(target instanceof HTMLElement) || target === screen) return
    // Grid cells remount, so remember the grid, which focuses its active cell.
    const held = target.closest<HTMLElement>('[role=grid]') ?? target
    const region = held.closest(REGIONS)
    lastIn().set(region && screen.contains(region) ? region : screen, held)
    lastOn().set(screen, held)
  }
  screen.addEventListener('focusin', remember)
  // Focus set during render fired before the listener existed.
  if (screen.contains(document.activeElement)) remember({ target: document.activeElement })
  return () => screen.removeEventListener('focusin', remember)
}

const WINDOW = ':is([role=dialog], [role=alertdialog], [role=menu]):not([data-closed])'

/** Focus candidates by priority: overlay, last focus, rows, screen. */
function belongings(): readonly HTMLElement[] {
  const visible = (selector: string, within: ParentNode = document) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter(element => element.checkVisibility())
  const over = visible(WINDOW).at(-1)
  if (over) return [...visible(FOCUSABLE, over).filter(isReachable), over]
  const screen = frontScreen(document)
  const main = visible('[data-region=main]')
  if (!screen) return main
  const last = lastOn().get(screen)
  const isThere = last?.isConnected && last.checkVisibility() && screen.contains(last)
  // Detail grids only on purpose: entering an empty one begins a line.
  const rows = visible('[role=grid]', screen).filter(grid => !grid.closest(DETAIL))
  return [...(isThere ? [last] : []), ...rows, screen, ...main]
}

export function takeUpFocus(): void {
  const { activeElement } = document
  if (activeElement && activeElement !== document.body && activeElement.checkVisibility()) return
  for (const element of belongings()) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}
