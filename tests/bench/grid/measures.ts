/** What is measured of every grid on a list. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { type BenchPage, type Room, tried, within } from './browser.ts'
import type { MeasuredList, Target } from './expected.ts'
import { draggedFrames } from './trace.ts'

/** The measures in the order of the table. */
export const measures = {
  open: 'first rows painted',
  jump: 'jump to a row, painted',
  wheel: 'wheel, frame',
  drag: 'drag of the bar, frame',
  trace: 'drag of the bar, frame of the trace',
  settled: 'bar let go, rows painted',
  moveScript: 'cell move, script',
  movePaint: 'cell move, key to paint',
  scrollScript: 'cell move that scrolls, script',
  scrollPaint: 'cell move that scrolls, key to paint',
} as const

export type Measure = keyof typeof measures

/** Milliseconds of each, one after the other. */
export type Measured = Readonly<Record<Measure, readonly number[]>>

const openings = 8
const ticks = 200
const tick = 120
const dragFrames = 120
const rounds = 3
const beyondTheEdge = 60
/** Milliseconds in which what a key or a jump has set off ends. */
const rest = 30

const openList = async ({ page }: BenchPage, { name, first }: MeasuredList): Promise<number> =>
  (await within(
    page.evaluate(([list, own]) => window.gridBench?.open(list, own), [name, first.own] as const),
    'the first row',
  )) ?? Number.NaN

const closeList = ({ page }: BenchPage) =>
  within(
    page.evaluate(() => window.gridBench?.close()),
    'the end of the list',
  )

async function openingsOf(at: BenchPage, list: MeasuredList): Promise<number[]> {
  // The first loads what the screen is made of.
  await openList(at, list)
  const times: number[] = []
  for (let round = 0; round < openings; round += 1) {
    await closeList(at)
    times.push(await openList(at, list))
  }
  return times
}

async function jumpsOf({ page }: BenchPage, { jumps }: MeasuredList): Promise<number[]> {
  const times: number[] = []
  for (const { index, own } of jumps) {
    const jump = page.evaluate(([to, text]) => window.gridBench?.jump(to, text), [index, own] as const)
    times.push((await within(jump, `row ${index}`)) ?? Number.NaN)
    await delay(rest)
  }
  return times
}

const pull = ({ page }: BenchPage, { count }: MeasuredList, target: Target) =>
  within(
    page.evaluate(([to, frames]) => window.gridBench?.drag(to, frames), [{ ...target, count }, dragFrames] as const),
    `row ${target.index} after the bar was pulled`,
  )

async function pullsOf(at: BenchPage, list: MeasuredList) {
  const [drag, settled]: [number[], number[]] = [[], []]
  for (const target of list.pulled) {
    const measured = await pull(at, list, target)
    drag.push(...(measured?.frames ?? []))
    settled.push(measured?.settled ?? Number.NaN)
    await delay(rest)
  }
  return { drag, settled }
}

async function middleOf({ page }: BenchPage) {
  const middle = await within(
    page.evaluate(() => window.gridBench?.middle()),
    'the middle',
  )
  if (!middle) throw new Error('the page has no bench')
  return middle
}

/** Turns the wheel, one notch after another as fast as they are taken. */
async function wheelOf(at: BenchPage): Promise<number[]> {
  const { page, cdp } = at
  const middle = await middleOf(at)
  await page.mouse.move(middle.x, middle.y)
  await page.evaluate(() => window.gridBench?.startFrames())
  for (let notch = 0; notch < ticks; notch += 1) {
    // There and back, so that rows come into view from both sides.
    const deltaY = notch < ticks * 0.7 ? tick : -tick
    const turned = cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...middle, deltaX: 0, deltaY })
    await within(turned, 'the wheel')
  }
  await delay(rest * 3)
  return (await page.evaluate(() => window.gridBench?.endFrames())) ?? []
}

/** Presses keys one by one: the script each takes, and until it is painted. @throws when the cursor did not go along */
async function keysOf(at: BenchPage, keys: readonly string[]) {
  const { page } = at
  const before = await page.evaluate(() => window.gridBench?.cursor())
  await page.evaluate(() => window.gridBench?.startKeys())
  const script: number[] = []
  for (const key of keys) {
    const { script: from } = await at.spent()
    await within(page.keyboard.press(key), key)
    await delay(rest)
    script.push((await at.spent()).script - from)
  }
  const paint = (await page.evaluate(() => window.gridBench?.endKeys())) ?? []
  const after = await page.evaluate(() => window.gridBench?.cursor())
  return { script, paint, before, after }
}

const times = (key: string, count: number) => Array.from({ length: count }, () => key)

const around = [...times('ArrowDown', 8), ...times('ArrowRight', 3), ...times('ArrowUp', 8), ...times('ArrowLeft', 3)]

/** Moves of the cursor about where it is, there and back. @throws when it did not come back */
export async function movesAround(at: BenchPage) {
  await keysOf(at, around)
  const moved = await keysOf(at, Array.from({ length: rounds }, () => around).flat())
  if (!moved.before || moved.before !== moved.after)
    throw new Error(`the cursor went from ${moved.before || 'nowhere'} to ${moved.after || 'nowhere'} and not back`)
  return moved
}

async function movesOf(at: BenchPage, { pulled, jumps }: MeasuredList) {
  const { page } = at
  // To where no rows are missing: what is measured is the cursor, not the server.
  const [start = pulled[0]] = jumps
  if (start)
    await within(
      page.evaluate(([to, own]) => window.gridBench?.jump(to, own), [start.index, start.own] as const),
      'the start',
    )
  await delay(rest * 10)
  const middle = await middleOf(at)
  await page.mouse.click(middle.x, middle.y)
  await delay(rest)
  const moved = await movesAround(at)
  await keysOf(at, times('ArrowDown', 25))
  const beyond = await keysOf(at, times('ArrowDown', beyondTheEdge))
  const rowOf = (cell: string | undefined) => Number(cell?.split(',')[0])
  if (rowOf(beyond.after) - rowOf(beyond.before) !== beyondTheEdge)
    throw new Error(`the cursor went from ${beyond.before} to ${beyond.after}, not ${beyondTheEdge} rows down`)
  return { moveScript: moved.script, movePaint: moved.paint, scrollScript: beyond.script, scrollPaint: beyond.paint }
}

/** The room our grid has on screen: the others get as much. */
export async function roomOf(at: BenchPage, list: MeasuredList): Promise<Room> {
  await openList(at, list)
  const room = await at.page.evaluate(() => window.gridBench?.size())
  if (!room) throw new Error('the page has no bench')
  return room
}

const unmoved = { moveScript: [], movePaint: [], scrollScript: [], scrollPaint: [] }

/** Measures one grid on one list. */
export async function measureGrid(browser: Browser, at: BenchPage, list: MeasuredList): Promise<Measured> {
  const what = (measure: string) => `${at.name}, ${list.title}, ${measure}`
  const open = await tried(what('opening'), () => openingsOf(at, list), [])
  const jump = await tried(what('jumps'), () => jumpsOf(at, list), [])
  const moves = await tried(what('cell moves'), () => movesOf(at, list), unmoved)
  const wheel = await tried(what('wheel'), () => wheelOf(at), [])
  const pulls = await tried(what('drag'), () => pullsOf(at, list), { drag: [], settled: [] })
  const [again] = list.pulled
  const traced = () => (again ? draggedFrames(browser, at.page, () => pull(at, list, again)) : Promise.resolve([]))
  const trace = await tried(what('trace'), traced, [])
  return { open, jump, wheel, trace, ...pulls, ...moves }
}
