/** Entry, fill, copy and undo in a grid of brands; nothing is saved. */
import type { ScreenCase, Stage } from './page.ts'

const cell = [5, 'nameEn'] as const
const before = 'E06'

const mode =
  ({ context }: Stage) =>
  async () =>
    (await context()).gridMode
const isDirty =
  ({ context }: Stage) =>
  async () =>
    (await context()).dirty

/** Types into the cell and has the entry open. */
async function typed(stage: Stage, text: string): Promise<void> {
  await stage.stand(...cell)
  await stage.ok('grid.edit')
  await stage.page.keyboard.press('Control+a')
  await stage.page.keyboard.type(text)
}

const clipboard = ({ page }: Stage) => page.evaluate(() => navigator.clipboard.readText())
const onClipboard = ({ page }: Stage, text: string) =>
  page.evaluate(given => navigator.clipboard.writeText(given), text)

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())

const pasting = (name: string): ScreenCase => ({
  id: `grid.${name}`,
  async check(stage, run) {
    await onClipboard(stage, 'P1\nP2')
    await stage.stand(...cell)
    await run()
    await stage.see(() => stage.shown(5, 'nameEn'), 'P1')
    await stage.see(() => stage.shown(6, 'nameEn'), 'P2')
  },
})

const entries: readonly ScreenCase[] = [
  {
    id: 'grid.enter',
    async check(stage, run) {
      await stage.stand(...cell)
      await run()
      await stage.see(async () => (await mode(stage)()) !== 'navigate', true)
    },
  },
  {
    id: 'grid.edit',
    async check(stage, run) {
      await stage.stand(...cell)
      await run()
      await stage.see(mode(stage), 'edit')
    },
  },
  {
    id: 'grid.switchMode',
    async check(stage, run) {
      await stage.stand(...cell)
      await stage.ok('grid.edit')
      await run()
      await stage.see(mode(stage), 'replace')
    },
  },
  {
    id: 'grid.commit',
    async check(stage, run) {
      await typed(stage, 'C1')
      await run()
      await stage.see(() => stage.shown(...cell), 'C1')
      await stage.see(mode(stage), 'navigate')
      await stage.see(stage.cell, cell)
    },
  },
  {
    id: 'grid.commitDown',
    async check(stage, run) {
      await typed(stage, 'C2')
      await run()
      await stage.see(() => stage.shown(...cell), 'C2')
      await stage.see(stage.cell, [6, 'nameEn'])
    },
  },
  {
    id: 'grid.commitUp',
    async check(stage, run) {
      await typed(stage, 'C3')
      await run()
      await stage.see(() => stage.shown(...cell), 'C3')
      await stage.see(stage.cell, [4, 'nameEn'])
    },
  },
  {
    id: 'grid.cancel',
    async check(stage, run) {
      await typed(stage, 'C4')
      await run()
      await stage.see(() => stage.shown(...cell), before)
      await stage.see(isDirty(stage), false)
    },
  },
  {
    id: 'grid.clear',
    async check(stage, run) {
      await stage.stand(...cell)
      await run()
      await stage.see(() => stage.shown(...cell), '')
      await stage.see(isDirty(stage), true)
    },
  },
  {
    id: 'grid.picker',
    async check(stage, run) {
      await stage.stand(5, 'status')
      await run()
      await stage.see(() => stage.page.getByRole('listbox').isVisible(), true)
    },
  },
  {
    id: 'grid.today',
    async check(stage, run) {
      await stage.stand(5, 'trademarkExpireDate')
      await run()
      await stage.see(() => stage.shown(5, 'trademarkExpireDate'), today())
    },
  },
  {
    id: 'grid.now',
    async check(stage, run) {
      await stage.ok('navigate.complaint')
      await stage.ok('complaint.new')
      await stage.stand(0, 'complaintTime')
      await stage.ok('grid.clear')
      await stage.see(() => stage.shown(0, 'complaintTime'), '')
      await run()
      await stage.see(async () => (await stage.shown(0, 'complaintTime')).startsWith(today()), true)
    },
  },
  {
    id: 'grid.newLine',
    async check(stage, run) {
      await stage.ok('navigate.equipmentrepaidrecord')
      await stage.ok('equipmentrepaidrecord.new')
      await stage.stand(0, 'faultDesc')
      await stage.ok('grid.edit')
      await stage.page.keyboard.type('甲')
      await run()
      await stage.page.keyboard.type('乙')
      await stage.see(() => stage.page.locator('[data-grid]:visible textarea').inputValue(), '甲\n乙')
    },
  },
]

const fills: readonly ScreenCase[] = [
  {
    id: 'grid.fillDown',
    async check(stage, run) {
      await stage.stand(...cell)
      await stage.ok('grid.extendDown')
      await stage.ok('grid.extendDown')
      await run()
      await stage.see(() => stage.shown(7, 'nameEn'), before)
    },
  },
  {
    id: 'grid.fillRight',
    async check(stage, run) {
      await stage.stand(...cell)
      await stage.ok('grid.extendRight')
      await run()
      await stage.see(() => stage.shown(5, 'ownerName'), before)
    },
  },
  {
    id: 'grid.fillSeries',
    async check(stage, run) {
      for (const row of [6, 7]) {
        await stage.stand(row, 'nameEn')
        await stage.ok('grid.clear')
      }
      await stage.stand(...cell)
      await stage.ok('grid.extendDown')
      await stage.ok('grid.extendDown')
      await run()
      await stage.see(() => stage.shown(6, 'nameEn'), 'E07')
      await stage.see(() => stage.shown(7, 'nameEn'), 'E08')
    },
  },
  {
    id: 'grid.fillToEnd',
    async check(stage, run) {
      await stage.stand(...cell)
      await run()
      await stage.see(() => stage.shown(6, 'nameEn'), before)
      await stage.see(() => stage.shown(9, 'nameEn'), before)
    },
  },
  {
    id: 'grid.copyTotal',
    async check(stage, run) {
      await stage.stand(...cell)
      await stage.ok('grid.extendDown')
      await stage.see(() => stage.page.locator('[data-totals]').isVisible(), true)
      await run({ which: 'count' })
      await stage.see(() => clipboard(stage), '2')
    },
  },
  {
    id: 'grid.fillSelection',
    async check(stage, run) {
      await stage.stand(...cell)
      await stage.ok('grid.extendDown')
      await stage.page.keyboard.type('F')
      await run()
      await stage.see(() => stage.shown(5, 'nameEn'), 'F')
      await stage.see(() => stage.shown(6, 'nameEn'), 'F')
    },
  },
  {
    id: 'grid.copy',
    async check(stage, run) {
      await stage.stand(...cell)
      await run()
      await stage.see(() => clipboard(stage), before)
    },
  },
  {
    id: 'grid.copyWithHeaders',
    async check(stage, run) {
      await stage.stand(...cell)
      await run()
      await stage.see(async () => (await clipboard(stage)).trimEnd().split(/\r?\n/), ['英文名称', before])
    },
  },
  {
    id: 'grid.cut',
    async check(stage, run) {
      await stage.stand(...cell)
      await run()
      await stage.see(() => clipboard(stage), before)
      await stage.see(() => stage.shown(...cell), '')
    },
  },
  pasting('paste'),
  pasting('pastePlain'),
  {
    id: 'grid.undo',
    async check(stage, run) {
      await stage.stand(...cell)
      await stage.ok('grid.clear')
      await run()
      await stage.see(() => stage.shown(...cell), before)
      await stage.see(isDirty(stage), false)
    },
  },
  {
    id: 'grid.redo',
    async check(stage, run) {
      await stage.stand(...cell)
      await stage.ok('grid.clear')
      await stage.ok('grid.undo')
      await run()
      await stage.see(() => stage.shown(...cell), '')
    },
  },
]

/** Entering, filling, copying and taking back. */
export const valueCases: readonly ScreenCase[] = [...entries, ...fills]
