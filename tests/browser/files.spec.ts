/** Files of records: added in every way, viewed, kept, refused in words. */
import type { Page } from '@playwright/test'
import { paper, picture, type SampleFile, table } from '../support/sampleFiles.ts'
import {
  add,
  asked,
  coming,
  field,
  holdUploads,
  lines,
  names,
  openSupplier,
  refused,
  save,
  settled,
  shot,
  unsaved,
} from './fileFields.ts'
import { expect, test } from './server.ts'

test('files are added by keyboard in their order, wait as a draft, and hang on the record once it is saved', async ({
  page,
  busyUrl,
}) => {
  const path = await openSupplier(page, busyUrl)
  await add(page, [await picture('红.png', 'crimson'), paper('证书.pdf', 'Certificate'), table('检测.csv')])
  await expect(names(field(page))).toHaveText(['红.png', '证书.pdf', '检测.csv'])
  await expect(lines(field(page)).first()).toContainText('PNG · ')
  await expect(unsaved(page)).toBeVisible()
  await shot(page, 'form')

  // Uploaded already: the unsaved reference survives a reload.
  await page.reload()
  await expect(names(field(page))).toHaveText(['红.png', '证书.pdf', '检测.csv'])
  await settled(page, unsaved(page))
  await save(page)
  await page.reload()
  await settled(page, field(page))
  await expect(names(field(page))).toHaveText(['红.png', '证书.pdf', '检测.csv'])
  await expect(unsaved(page)).toHaveCount(0)

  // One is removed by its key, taken back, and removed for good.
  await names(field(page)).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(names(field(page)).nth(1)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(names(field(page))).toHaveText(['红.png', '检测.csv'])
  await expect(names(field(page)).nth(1)).toBeFocused()
  await page.keyboard.press('Alt+Shift+z')
  await expect(names(field(page))).toHaveText(['红.png', '证书.pdf', '检测.csv'])
  await names(field(page)).nth(1).focus()
  await page.keyboard.press('Delete')
  await expect(names(field(page))).toHaveText(['红.png', '检测.csv'])
  await save(page)

  // The trail says which came and which went, by their names.
  const where = [
    { field: 'entity', op: 'eq', value: 'supply' },
    { field: 'entityId', op: 'eq', value: path.split('/')[2] },
  ]
  const { rows } = await asked<{ rows: readonly { changes: string }[] }>(page, 'template/list/auditlog', { where })
  const reported = rows.map(({ changes }) => changes).join('\n')
  expect(reported).toContain('红.png')
  expect(reported).toMatch(/证书\.pdf.*→/)
})

test('pictures and papers are looked at one after the other with the arrow keys, and anything is handed over', async ({
  page,
  busyUrl,
}) => {
  await openSupplier(page, busyUrl)
  await add(page, [
    await picture('红.png', 'crimson'),
    table('检测.csv'),
    paper('证书.pdf', 'Certificate'),
    await picture('蓝.png', 'navy'),
  ])
  await expect(names(field(page))).toHaveCount(4)
  await names(field(page)).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('红.png')
  await expect(dialog).toContainText('第 1 个，共 3 个')
  const drawn = dialog.locator('[data-preview=image] img')
  await expect.poll(() => drawn.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(640)
  await shot(page, 'picture')
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('证书.pdf')
  await expect(dialog.locator('[data-preview=pdf] iframe')).toBeVisible()
  await shot(page, 'paper')
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('第 3 个，共 3 个')
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toContainText('红.png')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toContainText('蓝.png')
  const taken = page.waitForEvent('download')
  await dialog.locator('[data-command="files.download"]').press('Enter')
  expect((await taken).suggestedFilename()).toBe('蓝.png')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(names(field(page)).first()).toBeFocused()

  // What cannot be looked at is handed over at once.
  const handed = page.waitForEvent('download')
  await names(field(page)).nth(1).press('Enter')
  expect((await handed).suggestedFilename()).toBe('检测.csv')
  await expect(dialog).toHaveCount(0)
})

/** Files as a drag or a clipboard carries them. */
const carried = (
  page: Page,
  files: readonly { readonly name: string; readonly base64: string; readonly type: string }[],
) =>
  page.evaluateHandle(given => {
    const carrying = new DataTransfer()
    for (const { name, base64, type } of given) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      carrying.items.add(new File([bytes], name, { type }))
    }
    return carrying
  }, files)

const plain = ({ name, mimeType, buffer }: SampleFile) => ({ name, type: mimeType, base64: buffer.toString('base64') })

test('files are dropped anywhere on the form, and a screenshot is pasted', async ({ page, busyUrl }) => {
  await openSupplier(page, busyUrl)
  const form = page.locator('[data-record]:visible [data-field=name]')
  const dataTransfer = await carried(page, [plain(await picture('拖.png', 'teal')), plain(table('拖.csv'))])
  await form.dispatchEvent('dragover', { dataTransfer })
  await expect(field(page)).toHaveAttribute('data-over', 'true')
  await shot(page, 'over')
  await form.dispatchEvent('drop', { dataTransfer })
  await expect(field(page)).not.toHaveAttribute('data-over', 'true')
  await expect(names(field(page))).toHaveText(['拖.png', '拖.csv'])

  // Dropped beside a field it is refused, and does not replace the console.
  const isRefused = await page
    .locator('[data-region=sidebar]')
    .evaluate(
      (element, dropped) =>
        !element.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true })),
      dataTransfer,
    )
  expect(isRefused).toBe(true)

  const clipboard = await carried(page, [plain(await picture('image.png', 'plum'))])
  const paste = (selector: string, text = '') =>
    page.locator(selector).evaluate(
      (element, [from, words]) => {
        const clipboardData = from as DataTransfer
        if (words !== '') clipboardData.setData('text/plain', words as string)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [clipboard, text] as const,
    )
  await paste('[data-record]:visible [data-files=files] [data-command="files.add"]')
  await expect(names(field(page)).nth(2)).toHaveText(/^截图 \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/)
  // Sheets paste a picture beside the text: fields take the text.
  await paste('[data-record]:visible [data-field=name] input', '文字')
  await paste('[data-record]:visible [data-files=files] [data-command="files.add"]')
  // Sequential uploads: once none is pending, all accepted ones are there.
  await expect(coming(page)).toHaveCount(0)
  await expect(names(field(page))).toHaveCount(4)
})

test('what is not taken says why in words, and the others come in all the same', async ({ page, busyUrl }) => {
  await openSupplier(page, busyUrl)
  const exe = { name: '程序.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }
  const empty = { name: '空.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) }
  const lie = { name: '假.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') }
  await add(page, [exe, empty, lie, table('真.csv')])
  await expect(names(field(page))).toHaveText(['真.csv'])
  await expect(refused(page)).toHaveCount(3)
  await expect(refused(page).nth(0)).toContainText('不接受 EXE')
  await expect(refused(page).nth(1)).toContainText('文件是空的')
  await expect(refused(page).nth(2).getByRole('alert')).not.toBeEmpty()
  await shot(page, 'refused')
  // What is larger than is taken is not even sent.
  await page.evaluate(async () => {
    const large = new File([new Uint8Array(50 * 1024 * 1024 + 1)], '大.zip')
    await window.lotline?.run('files.add', { files: [large] })
  })
  await expect(refused(page).nth(3)).toContainText('超过上限 50 MB')
  for (let left = 4; left > 0; left -= 1) {
    await refused(page).first().getByRole('button', { name: '不再显示' }).press('Enter')
    await expect(refused(page)).toHaveCount(left - 1)
  }
  await expect(unsaved(page)).toBeVisible()
})

test('no field holds more than twenty files', async ({ page, busyUrl }) => {
  await openSupplier(page, busyUrl)
  await add(
    page,
    Array.from({ length: 21 }, (_, at) => table(`${String(at + 1).padStart(2, '0')}.csv`)),
  )
  await expect(names(field(page))).toHaveCount(20, { timeout: 40_000 })
  await expect(refused(page)).toContainText(['最多 20 个附件'])
  await expect(names(field(page)).last()).toHaveText('20.csv')
})

test('an upload shows how far it is, is called off alone, and saving waits for those that come', async ({
  page,
  busyUrl,
}) => {
  await openSupplier(page, busyUrl)
  const letThrough = await holdUploads(page)
  await add(page, [table('一.csv'), table('二.csv'), table('三.csv')])
  await expect(coming(page)).toHaveCount(3)
  await expect(coming(page).getByRole('progressbar')).toHaveCount(3)
  await expect(coming(page).nth(1)).toContainText('等待上传')
  await shot(page, 'coming')
  await coming(page).nth(0).getByRole('button', { name: '取消上传 一.csv' }).press('Enter')
  await expect(coming(page)).toHaveCount(2)
  await coming(page).nth(1).getByRole('button', { name: '取消上传 三.csv' }).press('Enter')
  await expect(coming(page)).toHaveCount(1)
  await page.keyboard.press('Control+s')
  const button = page.locator('[data-record]:visible [data-command="supply.save"]')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  letThrough()
  await expect(names(field(page))).toHaveText(['二.csv'])
  await expect(unsaved(page)).toHaveCount(0)
  await page.reload()
  await expect(names(field(page))).toHaveText(['二.csv'])
})
