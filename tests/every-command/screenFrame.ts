/** Overlays, and the frame around the page: what each command shows. */
import type { ScreenCase, Stage } from './page.ts'
import { idAt } from './screenRecords.ts'

/** Has focus left the grid for another part of frame or page? */
const isElsewhere = ({ page }: Stage) =>
  page.evaluate(() => {
    const part = document.activeElement?.closest('[role=grid], [role=toolbar], [data-region]')
    return part !== null && part?.getAttribute('role') !== 'grid'
  })
const dialog = ({ page }: Stage) => page.getByRole('dialog')
const paletteText =
  ({ page }: Stage) =>
  () =>
    page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : 'none'))

const overlayCases: readonly ScreenCase[] = [
  {
    id: 'palette.open',
    async check(stage, run) {
      await run({ query: '品牌' })
      await stage.see(paletteText(stage), '品牌')
      await stage.see(async () => (await stage.page.getByRole('option').count()) > 0, true)
    },
  },
  {
    id: 'grid.goToRecord',
    async check(stage, run) {
      await stage.stand(5, 'name')
      await run()
      await stage.see(async () => (await stage.context()).overlay, 'palette')
    },
  },
  {
    id: 'selection.actions',
    async check(stage, run) {
      await stage.stand(5, 'name')
      await run()
      await stage.see(async () => (await stage.context()).overlay, 'palette')
      await stage.see(async () => (await stage.page.locator('[data-command="brand.delete"]').count()) > 0, true)
    },
  },
  {
    id: 'keys.sheet',
    async check(stage, run) {
      await run()
      await stage.see(() => dialog(stage).isVisible(), true)
      await stage.see(async () => (await dialog(stage).innerText()).includes('Ctrl'), true)
    },
  },
  {
    id: 'help.page',
    async check(stage, run) {
      await run()
      await stage.see(() => stage.page.locator('[data-help-page=brand]').isVisible(), true)
    },
  },
  {
    id: 'help.guide',
    async check(stage, run) {
      await run()
      await stage.see(() => stage.page.locator('[data-guide=production] h2').count(), 1)
    },
  },
  {
    id: 'help.start',
    async check(stage, run) {
      const { on } = await run<{ on: boolean }>({ on: false })
      await stage.see(async () => on, false)
      await stage.ok('command.undo')
    },
  },
  {
    id: 'help.version',
    async check(stage, run) {
      const { version } = await run<{ version: string }>()
      await stage.see(async () => /^\d+\.\d+\.\d+$/.test(version), true)
    },
  },
  {
    id: 'keys.print',
    async check(stage, run) {
      await stage.page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      await stage.ok('keys.sheet')
      await run()
      await stage.see(() => stage.page.locator('body[data-printed]').count(), 1)
    },
  },
  {
    id: 'errors.open',
    async check(stage, run) {
      await stage.page.evaluate(() => void window.dispatchEvent(new ErrorEvent('error', { message: '试试看' })))
      await run()
      await stage.see(async () => (await dialog(stage).innerText()).includes('试试看'), true)
    },
  },
  {
    id: 'notices.open',
    async check(stage, run) {
      const { id } = await stage.call('template/save/notify', {
        title: '停水',
        content: '明早八点',
        notifyType: 'NOTICE',
      })
      await stage.call('template/publish/notify', { ids: [id] })
      await run()
      await stage.see(async () => (await dialog(stage).innerText()).includes('停水'), true)
    },
  },
  {
    id: 'password.change',
    async check(stage, run) {
      await run()
      await stage.see(() => dialog(stage).locator('input[type=password]').count(), 3)
    },
  },
  {
    id: 'authenticator.open',
    async check(stage, run) {
      await run()
      await stage.see(() => dialog(stage).locator('input[type=password]').count(), 1)
    },
  },
  {
    id: 'dialog.accept',
    async check(stage, run) {
      const id = Number(await idAt(stage, 9))
      await stage.stand(9, 'name')
      await stage.page.keyboard.press('Control+Delete')
      await stage.see(() => stage.page.getByRole('alertdialog').or(dialog(stage)).first().isVisible(), true)
      await run()
      await stage.see(async () => {
        const { total } = await stage.call('template/list/brand', { where: [{ field: 'id', op: 'eq', value: id }] })
        return total
      }, 0)
    },
  },
  {
    id: 'access.show',
    async check(stage, run) {
      await run()
      await stage.see(async () => (await stage.page.locator('[data-access] [data-code]').count()) > 5, true)
    },
  },
]

const frameCases: readonly ScreenCase[] = [
  {
    id: 'scan.camera',
    async check(stage, run) {
      const isOpen = () => stage.page.getByRole('dialog').isVisible()
      await run()
      await stage.see(isOpen, true)
      await stage.page.keyboard.press('Escape')
      await stage.see(isOpen, false)
    },
  },
  ...(['next', 'previous'] as const).map(
    (name): ScreenCase => ({
      id: `region.${name}`,
      async check(stage, run) {
        await stage.stand(5, 'name')
        await stage.see(() => isElsewhere(stage), false)
        await run()
        await stage.see(() => isElsewhere(stage), true)
      },
    }),
  ),
  {
    id: 'sidebar.toggle',
    async check(stage, run) {
      const open = () => stage.page.evaluate(() => /sidebarStatus=1/.test(document.cookie))
      await run()
      const first = await open()
      await run()
      await stage.see(open, !first)
    },
  },
  {
    id: 'theme.toggle',
    async check(stage, run) {
      const theme = () => stage.page.evaluate(() => localStorage.getItem('theme'))
      await run()
      await stage.see(theme, 'dark')
      await stage.see(() => stage.page.evaluate(() => document.documentElement.dataset.theme), 'dark')
      await run()
      await stage.see(theme, 'light')
    },
  },
  {
    id: 'fullscreen.toggle',
    async check(stage, run) {
      const isFull = () => stage.page.evaluate(() => document.fullscreenElement !== null)
      await run()
      await stage.see(isFull, true)
      await run()
      await stage.see(isFull, false)
    },
  },
]

export const overlayAndFrameCases: readonly ScreenCase[] = [...overlayCases, ...frameCases]
