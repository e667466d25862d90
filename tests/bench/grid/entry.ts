/** What only our grid is asked: moves between cells that can be entered into, a large paste, and a save of many rows of which some are refused. */
import type pg from 'pg'
import type { Result } from '../report.ts'
import { type BenchPage, within } from './browser.ts'
import { movesAround } from './measures.ts'

const list = 'dealer'
const pasted = 1000
const saved = 500
const planted = 10
const rounds = 5

const tsv = (rows: readonly (readonly string[])[]) => rows.map(row => row.join('\t')).join('\n')

/** Rows for the ten columns after the code, in the kinds these have; hardly a cell of it stands there already. */
const tenColumns = (round: number) =>
  Array.from({ length: pasted }, (_, at) => {
    const own = `${round}-${at}`
    const phone = `139${String(10_000_000 + round * pasted + at)}`
    const contact = [`许可${own}`, `联系人${at}`, phone, phone, `区域${own}`, `地址${own}`]
    return [`粘贴经销商${own}`, '出口', 'D级', ...contact, '停用']
  })

/** Opens the list with its rows loaded and the cursor in its first cell. */
async function openDealers({ page }: BenchPage): Promise<readonly string[]> {
  const first = page.evaluate(name => window.entryBench?.open(name), list)
  await within(first, 'the list of dealers')
  const loaded = page.evaluate(([name, rows]) => window.entryBench?.load(name, rows), [list, pasted] as const)
  await within(loaded, `${pasted} dealers`)
  return (await page.evaluate(name => window.entryBench?.codes(name), list)) ?? []
}

const run = ({ page }: BenchPage, command: string) =>
  within(
    page.evaluate(id => window.entryBench?.run(id), command),
    command,
  )

const draftsOf = async ({ page }: BenchPage) => {
  const drafts = await page.evaluate(name => window.entryBench?.drafts(name), list)
  if (!drafts) throw new Error('the page has no bench')
  return drafts
}

/** Pastes from the cursor on; script of the whole, and milliseconds until the cells are changed and painted. */
async function paste(at: BenchPage, text: string, rows: number) {
  const { script: before } = await at.spent()
  const pasting = at.page.evaluate(([name, given, count]) => window.entryBench?.paste(name, given, count), [
    list,
    text,
    rows,
  ] as const)
  const { dirty, painted } = (await within(pasting, 'the paste')) ?? { dirty: Number.NaN, painted: Number.NaN }
  return { dirty, painted, script: (await at.spent()).script - before }
}

async function pastes(at: BenchPage): Promise<Result[]> {
  const taken: Awaited<ReturnType<typeof paste>>[] = []
  let cells = 0
  await at.page.keyboard.press('Control+Home')
  await at.page.keyboard.press('ArrowRight')
  for (let round = 0; round <= rounds; round += 1) {
    taken.push(await paste(at, tsv(tenColumns(round)), pasted))
    cells = (await draftsOf(at)).cells
    await run(at, 'grid.revertAll')
    await at.page.keyboard.press('Control+Home')
    await at.page.keyboard.press('ArrowRight')
  }
  // The first one warms up.
  const measured = taken.slice(1)
  const note = `${cells} cells changed`
  return [
    { title: 'paste 1,000 × 10 to dirty cells', times: measured.map(({ dirty }) => dirty), budget: 200, note },
    { title: 'paste 1,000 × 10 to painted', times: measured.map(({ painted }) => painted) },
    { title: 'paste 1,000 × 10, script in all', times: measured.map(({ script }) => script) },
  ]
}

/** New names for many rows, and for some a code that another row has. */
function renamed(codes: readonly string[], round: number): readonly (readonly string[])[] {
  const taken = codes[saved + 1] ?? ''
  const every = saved / planted
  return codes.slice(0, saved).map((code, at) => [at % every === every >> 1 ? taken : code, `保存经销商${round}-${at}`])
}

async function saves(at: BenchPage, client: pg.Client, codes: readonly string[]): Promise<Result> {
  const times: number[] = []
  const found = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    await at.page.keyboard.press('Control+Home')
    await paste(at, tsv(renamed(codes, round)), saved)
    times.push((await run(at, `${list}.save`)) ?? Number.NaN)
    const { all, refused, reported } = await draftsOf(at)
    await run(at, 'list.faultyOnly')
    const shown = await at.page.locator(`[data-grid="${list}"] [role=row][data-state=error]`).count()
    await run(at, 'grid.revertAll')
    await run(at, 'list.all')
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from dealer where name like '保存经销商${round}-%'`,
    )
    const kept = `${all} drafts kept, ${refused} refused, ${reported} with a reason, ${shown} shown`
    found.add(`${rows[0]?.count ?? 0} saved, ${kept}`)
  }
  return { title: `save ${saved} rows with ${planted} planted errors`, times, note: [...found].join('; ') }
}

/** Moves from cell to cell, each of which has to be ready for the first letter of an input method. */
async function moves(at: BenchPage): Promise<Result[]> {
  await at.page.keyboard.press('Control+Home')
  await at.page.keyboard.press('ArrowRight')
  const { script, paint } = await movesAround(at)
  return [
    { title: 'cell move where something can be entered, script', times: script, budget: 4 },
    { title: 'cell move where something can be entered, key to paint', times: paint },
  ]
}

/** The moves, the paste and the save, on a list of dealers. */
export async function measureEntry(at: BenchPage, client: pg.Client): Promise<Result[]> {
  const codes = await openDealers(at)
  const moving = await moves(at)
  const pasting = await pastes(at)
  return [...moving, ...pasting, await saves(at, client, codes)]
}
