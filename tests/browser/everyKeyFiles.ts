/** Situations with files of a record in front. */
import { expect } from '@playwright/test'
import { picture } from '../support/sampleFiles.ts'
import { type Around, focus, runCommand, strike } from './everyKeyActions.ts'
import type { Probed } from './everyKeyProbe.ts'

const onRecord = '[data-record]:not([hidden]) [data-files=files]'
const inWindow = '[role=dialog] [data-files=files]'

/** Focus on one of two files: earlier keys may have removed some. */
async function onFile({ page }: Probed, field: string): Promise<void> {
  // The field that had the keyboard is the one that commands mean.
  await focus(page, `${field} [data-command="files.add"]`)
  const files = page.locator(`${field} [data-open-file]`)
  if ((await files.count()) < 2) {
    const pictures = await Promise.all([picture('红.png', 'crimson'), picture('蓝.png', 'navy')])
    await page.evaluate(
      async given => {
        const files = given.map(({ name, base64 }) => {
          const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
          return new File([bytes], name, { type: 'image/png' })
        })
        await window.lotline?.run('files.add', { files })
      },
      pictures.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
    )
    await expect.poll(() => files.count()).toBeGreaterThan(1)
  }
  await focus(page, `${field} [data-open-file]`)
}

const record = { auth: 'in', page: 'dealer', record: 'stored', focus: 'page', gridMode: 'none' } as const

export const aroundFiles: readonly Around[] = [
  {
    name: 'a file of a record',
    about: ['files.add', 'files.remove'],
    path: '/dealer/3',
    keys: { ...record, overlay: 'none' },
    enter: probed => onFile(probed, onRecord),
  },
  {
    name: 'a file that is looked at',
    about: ['files.next', 'files.previous'],
    path: '/dealer/3',
    keys: { ...record, overlay: 'dialog' },
    async enter(probed) {
      await onFile(probed, onRecord)
      await runCommand(probed.page, 'files.open')
      await expect(probed.page.locator('[role=dialog] [data-preview=image]')).toBeVisible()
    },
  },
  {
    name: 'a file in the window of a cell',
    about: ['files.add', 'files.remove'],
    path: '/dealer',
    keys: { auth: 'in', page: 'dealer', record: 'none', overlay: 'dialog', focus: 'page' },
    async enter(probed) {
      const { page } = probed
      const cell = page.locator('[data-grid=dealer] [data-row-id] [data-column-id=files]').first()
      await page.locator('[data-grid=dealer] [data-row-id]').first().waitFor()
      await page.evaluate(async () => void (await window.lotline?.run('grid.columnShow', { column: 'files' })))
      await cell.click()
      await strike(probed, 'enter')
      await page.locator(inWindow).waitFor()
      await onFile(probed, inWindow)
    },
  },
]
