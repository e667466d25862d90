/** Files of an open record: added, viewed, downloaded, removed. */
import { expect } from '@playwright/test'
import { picture, table } from '../support/sampleFiles.ts'
import type { ScreenCase, Stage } from './page.ts'

const lines = ({ page }: Stage) => page.locator('[data-record]:visible [data-files=files] [data-file]')
const shown = ({ page }: Stage) => page.locator('[role=dialog] [data-preview=image] img')
const open = ({ page }: Stage) => page.locator('[data-record]:visible [data-open-file]').first()

/** Opens the first dealer with what was changed in it given up. */
async function standing(stage: Stage): Promise<void> {
  const { rows } = await stage.call('template/list/dealer', { size: 1, sort: [['id', 'asc']] })
  const [{ id } = { id: 0 }] = rows as readonly { readonly id: number }[]
  await stage.ok('navigate.dealer')
  await expect(stage.page.locator('[data-grid=dealer]:visible [data-row-id]').first()).toBeVisible()
  // Where nothing is unsaved there is nothing to give up.
  await stage.page.evaluate(async () => void (await window.lotline?.run('grid.revertAll', {}, { confirm: 'accept' })))
  await stage.page.evaluate(path => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/dealer/${id}`)
  await expect(stage.page.locator(`[data-record="dealer/${id}"]:visible [data-files=files]`)).toBeVisible()
  await expect(lines(stage)).toHaveCount(0)
}

/** Two pictures hang on the dealer, not saved yet. */
async function withTwo(stage: Stage): Promise<void> {
  await standing(stage)
  const chooser = stage.page.waitForEvent('filechooser')
  await stage.ok('files.add')
  await (await chooser).setFiles([await picture('红.png', 'crimson'), await picture('蓝.png', 'navy')])
  await expect(lines(stage)).toHaveCount(2)
}

const step = (name: 'next' | 'previous'): ScreenCase => ({
  id: `files.${name}`,
  async check(stage, run) {
    await withTwo(stage)
    await stage.ok('files.open')
    const first = await shown(stage).getAttribute('src')
    await run()
    await expect(shown(stage)).not.toHaveAttribute('src', first ?? '')
    await stage.page.keyboard.press('Escape')
    await expect(stage.page.getByRole('dialog')).toHaveCount(0)
  },
})

export const fileFieldCases: readonly ScreenCase[] = [
  ...(['add', 'takePicture'] as const).map(
    (name): ScreenCase => ({
      id: `files.${name}`,
      async check(stage, run) {
        await standing(stage)
        const chooser = stage.page.waitForEvent('filechooser')
        await run()
        await (await chooser).setFiles([await picture('绿.png', 'green')])
        await expect(lines(stage)).toContainText(['绿.png'])
      },
    }),
  ),
  {
    id: 'files.open',
    async check(stage, run) {
      await withTwo(stage)
      await run()
      await expect(shown(stage)).toBeVisible()
      await stage.page.keyboard.press('Escape')
      await expect(stage.page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    id: 'files.download',
    async check(stage, run) {
      await withTwo(stage)
      const taken = stage.page.waitForEvent('download')
      await run()
      expect((await taken).suggestedFilename()).toBe('红.png')
    },
  },
  {
    id: 'files.remove',
    async check(stage, run) {
      await withTwo(stage)
      await open(stage).focus()
      await run()
      await expect(lines(stage)).toHaveCount(1)
      await expect(lines(stage)).toContainText(['蓝.png'])
    },
  },
  {
    id: 'files.cancel',
    async check(stage, run) {
      await standing(stage)
      // The server is out of reach for a while.
      await stage.page.route('**/files/upload*', () => undefined)
      const chooser = stage.page.waitForEvent('filechooser')
      await stage.ok('files.add')
      await (await chooser).setFiles([table('慢.csv')])
      const coming = stage.page.locator('[data-record]:visible [data-upload=coming]')
      await expect(coming).toHaveCount(1)
      await run()
      await expect(coming).toHaveCount(0)
      await expect(lines(stage)).toHaveCount(0)
      await stage.page.unroute('**/files/upload*')
    },
  },
  step('next'),
  step('previous'),
]
