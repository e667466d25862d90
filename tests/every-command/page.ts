/** Page of the console in a browser, driven by scripted commands. */
import { expect, type Page } from '@playwright/test'
import type { Values } from '#contract/schema/field.ts'
import type { Result } from '../../src/commands/core/command.ts'

/** Corners of the marked block, as far as it is drawn. */
export interface Marked {
  readonly top: number
  readonly bottom: number
  readonly left: string
  readonly right: string
}

export interface Stage {
  readonly page: Page
  /** Any command; what is not ok fails the test. */
  ok<T = unknown>(id: string, args?: Values): Promise<T>
  /** Waits until it is so. */
  see<T>(read: () => Promise<T>, expected: T): Promise<void>
  /** Puts the cursor of the grid that is open into a cell. */
  stand(row: number, column: string): Promise<void>
  /** Row and column of the cursor. */
  cell(): Promise<readonly [row: number, column: string]>
  /** What a cell of the grid shows. */
  shown(row: number, column: string): Promise<string>
  marked(): Promise<Marked | null>
  /** How many rows the list has. */
  rows(): Promise<number>
  /** The columns of the grid in their order. */
  columns(): Promise<readonly string[]>
  context(): Promise<Values>
  /** Stored data, asked of the server as another person would see it. */
  call(path: string, parameters: Values): Promise<Values>
}

/** Command that only the screen can perform: run once, effect observed. */
export interface ScreenCase {
  readonly id: string
  check(stage: Stage, run: <T = unknown>(args?: Values) => Promise<T>): Promise<void>
}

/** Front grid: only one of the kept screens is visible. */
const grid = '[data-grid]:visible [role=grid]'

function looking(page: Page) {
  const gridOf = () => page.locator(grid).first()
  const cell: Stage['cell'] = () =>
    gridOf().evaluate(root => {
      const active = root.querySelector<HTMLElement>('[role=row] > [data-active]')
      const row = active?.closest<HTMLElement>('[role=row]')
      return [Number(row?.dataset.index ?? -1), active?.dataset.columnId ?? ''] as const
    })
  const columns: Stage['columns'] = () =>
    gridOf().evaluate(root =>
      [...root.querySelectorAll<HTMLElement>('[role=columnheader][data-column-id]')].map(
        head => head.dataset.columnId ?? '',
      ),
    )
  return {
    gridOf,
    cell,
    columns,
    async marked(): Promise<Marked | null> {
      const cells = await gridOf().evaluate(root =>
        [...root.querySelectorAll<HTMLElement>('[role=gridcell][aria-selected]')].map(each => ({
          row: Number(each.closest<HTMLElement>('[role=row]')?.dataset.index),
          column: each.dataset.columnId ?? '',
        })),
      )
      if (cells.length === 0) return null
      const order = await columns()
      const rows = cells.map(({ row }) => row)
      const across = cells.map(({ column }) => order.indexOf(column))
      return {
        top: Math.min(...rows),
        bottom: Math.max(...rows),
        left: order[Math.min(...across)] ?? '',
        right: order[Math.max(...across)] ?? '',
      }
    },
    shown: (row: number, column: string) =>
      gridOf().locator(`[data-index="${row}"] [data-column-id="${column}"]`).innerText(),
    rows: async () => Number(await gridOf().getAttribute('aria-rowcount')) - 1,
  }
}

/** Runs commands in sequence as a script does; the last outcome, or the first not ok. */
const runIn = (page: Page, steps: readonly (readonly [id: string, args: Values])[]): Promise<Result> =>
  page.evaluate(async all => {
    const { lotline } = window
    if (!lotline) throw new Error('the console is not there')
    let result: Result = { status: 'cancelled' }
    for (const [command, given] of all) {
      // The screen is awaited once, by `idle`.
      result = await lotline.run(command, given, { confirm: 'accept', settle: false })
      if (result.status !== 'ok') break
    }
    await lotline.idle()
    return result
  }, steps)

/** The stage of a page that is signed in on this server. */
export function stageOf(page: Page, url: string, token: string): Stage {
  const { gridOf, ...looks } = looking(page)
  const ok: Stage['ok'] = async <T>(id: string, args: Values = {}) => {
    const result = await runIn(page, [[id, args]])
    expect(result, `${id}: ${JSON.stringify(result)}`).toMatchObject({ status: 'ok' })
    return (result as { data: T }).data
  }
  const see: Stage['see'] = (read, expected) => expect.poll(read).toEqual(expected)
  return {
    ...looks,
    page,
    ok,
    see,
    async stand(row, column) {
      await gridOf().focus()
      const across = (await looks.columns()).indexOf(column)
      const steps = [
        ['grid.gridStart', {}],
        ['grid.goToRow', { row: row + 1 }],
        ...Array.from({ length: across }, () => ['grid.right', {}] as const),
      ] as const
      expect(await runIn(page, steps)).toMatchObject({ status: 'ok' })
      await see(looks.cell, [row, column])
    },
    context: () => page.evaluate(() => ({ ...window.lotline?.context() })),
    async call(path, parameters) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify(parameters)
      const answer = await fetch(`${url}/${path}`, { method: 'POST', headers, body })
      return (await answer.json()).data
    },
  }
}
