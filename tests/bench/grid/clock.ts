/** The clock of the bench in the page: what every grid is measured with, ours and the others alike. */

/** How one grid is worked, whichever it is. */
export interface GridDriver {
  /** Begins to show a list. */
  open(list: string): void
  /** Takes it away again, with the rows that were read. */
  close(): Promise<void>
  /** Brings a row into view as the grid itself offers it. */
  goToRow(index: number): void
  /** Does the row stand on screen with this text of its own? */
  isShown(index: number, own: string): boolean
  /** Called before rows are waited for: a canvas has to be listened to. */
  watch?(): void
  unwatch?(): void
  scroller(): HTMLElement | null
  /** Where the cursor is: the row from 0, a comma, and what tells its column; empty where there is none. */
  cursor(): string
}

/** A row the bar is pulled to: of how many, and which text only it shows. */
export interface DraggedTo {
  readonly index: number
  readonly own: string
  readonly count: number
}

export interface GridBench {
  /** Milliseconds from asking for a list until its first row is painted. */
  open(list: string, own: string): Promise<number>
  close(): Promise<void>
  /** Milliseconds until a row is painted that was far away. */
  jump(index: number, own: string): Promise<number>
  /** Pulls the bar from the top to a row in so many frames; how long each took, and then until that row is painted. */
  drag(to: DraggedTo, frames: number): Promise<{ readonly frames: number[]; readonly settled: number }>
  /** From now on: how long every frame takes in which the list scrolls. */
  startFrames(): void
  endFrames(): number[]
  /** From now on: milliseconds from every key until what it changed is painted. */
  startKeys(): void
  endKeys(): Promise<number[]>
  cursor(): string
  /** Room that the rows and titles have on screen. */
  size(): { readonly width: number; readonly height: number }
  /** Where to click to put the cursor into a cell: the middle of what scrolls. */
  middle(): { readonly x: number; readonly y: number }
}

declare global {
  interface Window {
    gridBench?: GridBench
    /** Signs in at the server the page came from; the console has its own way. */
    startGrid?: (password: string) => Promise<void>
  }
}

/** Height of a row in every grid of the bench, as in theme.css. */
export const rowHeight = 28
/** Width of the head of a row, where its check stands. */
export const rowHeadWidth = 44

/** What the page writes into the browser's trace when the bar is taken and let go. */
export const dragMarks = { begin: 'bench-drag-begin', end: 'bench-drag-end' } as const

/** What does not come in this time never will: a bench that waits for it would hang. Milliseconds. */
const timeoutMs = 60_000

/** Resolves when the frame that is being made has been painted: in the task after its animation callbacks. */
export const painted = () =>
  new Promise<number>(resolve => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    })
  })

/** Waits frame by frame. @throws when it does not come */
export async function until(isSo: () => boolean, what: string): Promise<number> {
  const from = performance.now()
  while (!isSo()) {
    if ((await painted()) - from > timeoutMs) throw new Error(`${what} did not come in ${timeoutMs / 1000} s`)
  }
  return painted()
}

/**
 * Durations of the frames in which something scrolls, from the event to the beginning of the frame after; those in which
 * nothing happens would make any grid look fast.
 */
function scrollingFrames() {
  const times: number[] = []
  let scrolled = 0
  let drawing = 0
  let running = true
  const note = () => {
    scrolled ||= performance.now()
  }
  const frame = () => {
    if (!running) return
    if (drawing > 0) times.push(performance.now() - drawing)
    drawing = scrolled
    scrolled = 0
    requestAnimationFrame(frame)
  }
  document.addEventListener('scroll', note, { capture: true, passive: true })
  requestAnimationFrame(frame)
  return () => {
    running = false
    document.removeEventListener('scroll', note, { capture: true })
    return times
  }
}

function keysToPaint() {
  const times: Promise<number>[] = []
  const note = ({ timeStamp }: KeyboardEvent) => {
    times.push(painted().then(at => at - timeStamp))
  }
  document.addEventListener('keydown', note, { capture: true })
  return async () => {
    document.removeEventListener('keydown', note, { capture: true })
    return Promise.all(times)
  }
}

/** Puts the clock on hands. */
export function benchOf(driver: GridDriver): GridBench {
  let endFrames = () => [] as number[]
  let endKeys = async () => [] as number[]
  const rowPainted = async (index: number, own: string) => {
    driver.watch?.()
    try {
      return await until(() => driver.isShown(index, own), `row ${index}`)
    } finally {
      driver.unwatch?.()
    }
  }
  const scroller = () => {
    const found = driver.scroller()
    if (!found) throw new Error('the grid has nothing that scrolls')
    return found
  }
  return {
    async open(list, own) {
      await painted()
      const from = performance.now()
      driver.open(list)
      return (await rowPainted(0, own)) - from
    },
    close: () => driver.close(),
    async jump(index, own) {
      await painted()
      const from = performance.now()
      driver.goToRow(index)
      return (await rowPainted(index, own)) - from
    },
    async drag({ index, own, count }, frames) {
      const scrolled = scroller()
      scrolled.scrollTop = 0
      await until(() => scrolled.scrollTop === 0, 'the top')
      // A grid may lay out fewer pixels than all rows have: the bar stands for them all, whatever its length.
      const share = (index * rowHeight) / (count * rowHeight - scrolled.clientHeight)
      const goal = Math.min(share, 1) * (scrolled.scrollHeight - scrolled.clientHeight)
      const times: number[] = []
      let began = 0
      performance.mark(dragMarks.begin)
      for (let frame = 1; frame <= frames; frame += 1) {
        const now = await new Promise<number>(resolve => requestAnimationFrame(() => resolve(performance.now())))
        if (began > 0) times.push(now - began)
        began = now
        scrolled.scrollTop = Math.round((goal * frame) / frames)
      }
      performance.mark(dragMarks.end)
      const from = performance.now()
      return { frames: times, settled: (await rowPainted(index, own)) - from }
    },
    startFrames() {
      endFrames = scrollingFrames()
    },
    endFrames: () => endFrames(),
    startKeys() {
      endKeys = keysToPaint()
    },
    endKeys: () => endKeys(),
    cursor: () => driver.cursor(),
    size() {
      const { width, height } = scroller().getBoundingClientRect()
      return { width: Math.round(width), height: Math.round(height) }
    },
    middle() {
      const { left, top, width, height } = scroller().getBoundingClientRect()
      return { x: Math.round(left + width / 2), y: Math.round(top + height / 3) }
    },
  }
}
