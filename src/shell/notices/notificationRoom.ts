/** Toast placement: free part of the status bar, otherwise reserved space above. */

const narrow = 900
const barHeight = 28
/** Minimum width in pixels within the status bar. */
const leastWidth = 420
const mostWidth = 640

const rootStyle = () => document.documentElement.style

function freeIn(bar: Element): { readonly right: number; readonly width: number } | null {
  if (window.innerWidth < narrow || bar.querySelector('[data-totals], [data-recording]')) return null
  const facts = bar.querySelector('[role=status]')?.getBoundingClientRect()
  const sign = bar.querySelector('[data-channel]')?.getBoundingClientRect()
  const right = sign ? sign.left - 8 : window.innerWidth
  const width = Math.min(mostWidth, right - (facts?.right ?? 0) - 16)
  return width < leastWidth ? null : { right: window.innerWidth - right, width }
}

function place(section: HTMLElement): void {
  const bar = document.querySelector('[data-status-bar]')
  const free = bar && freeIn(bar)
  section.dataset.place = free ? 'bar' : bar ? 'above' : 'alone'
  section.style.insetInlineEnd = free ? `${free.right}px` : ''
  section.style.inlineSize = free ? `${free.width}px` : ''
  const { height } = section.getBoundingClientRect()
  const room = bar ? Math.max(0, Math.ceil(height) - (free ? barHeight : 0)) : 0
  const before = rootStyle().getPropertyValue('--notifications-room')
  rootStyle().setProperty('--notifications-room', `${room}px`)
  // Active cell may lie in the reserved space.
  if (before !== `${room}px` && room > 0) {
    const { activeElement } = document
    const active = activeElement?.closest('[role=gridcell]') ?? activeElement
    if (active?.closest('main')) active.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

export function giveRoom(section: HTMLElement): () => void {
  let frame = 0
  // Deferred: resizing within the observer's frame raises a loop error.
  const look = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => place(section))
  }
  place(section)
  const sizes = new ResizeObserver(look)
  const contents = new MutationObserver(look)
  sizes.observe(section)
  contents.observe(section, { childList: true })
  window.addEventListener('resize', look)
  return () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
    contents.disconnect()
    window.removeEventListener('resize', look)
    rootStyle().removeProperty('--notifications-room')
  }
}
