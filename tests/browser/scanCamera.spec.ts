/** Camera of a phone: Chromium plays a film as what its camera sees. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeEmptyFilm, writeFilm, writePicture } from '../support/barcodes.ts'
import { chromium, chromiumArguments } from '../support/chromium.ts'
import { twoLots } from './reader.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const folder = mkdtempSync(join(tmpdir(), 'lotline-camera-'))
const film = join(folder, 'camera.y4m')
writeEmptyFilm(film)

/** Chromium with a camera, which is allowed or refused without asking. */
const withCamera = (answer: string) => ({
  executablePath: chromium(),
  args: [
    ...chromiumArguments,
    '--use-fake-device-for-media-stream',
    `--use-fake-ui-for-media-stream${answer}`,
    `--use-file-for-fake-video-capture=${film}`,
  ],
})

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, launchOptions: withCamera('') })

const scanButton = (page: Page) => page.locator('[data-region=phoneBar] [data-command="scan.camera"]')
const card = (page: Page) => page.locator('[data-line-card]:visible')

for (const format of ['DataMatrix', 'QRCode', 'Code128'] as const)
  test(`a ${format} before the camera becomes a line`, async ({ page, demoUrl }) => {
    await signIn(page, demoUrl, '/productsaleout/new')
    const [{ lotNo }] = await twoLots(page)
    await writeFilm(film, `(10)${lotNo}`, format)
    const fetched: string[] = []
    page.on('request', request => fetched.push(request.url()))
    await scanButton(page).click()
    await expect(page.locator('video')).toBeVisible()
    await expect(card(page)).toHaveCount(1)
    await expect(card(page)).toContainText(lotNo)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(fetched.filter(url => !url.startsWith(demoUrl) && !/^(blob|data):/.test(url))).toEqual([])
  })

test('a camera that is not allowed is said, and a picture does it', async ({ playwright, demoUrl, viewport }) => {
  const browser = await playwright.chromium.launch(withCamera('=deny'))
  const page = await browser.newPage({ viewport, locale: 'zh-CN' })
  await signIn(page, demoUrl, '/productsaleout/new')
  const [{ lotNo }] = await twoLots(page)
  await scanButton(page).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('未获允许')
  const picture = join(folder, 'label.png')
  await writePicture(picture, `(10)${lotNo}`, 'DataMatrix')
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(picture)
  await expect(card(page)).toContainText(lotNo)
  await browser.close()
})

test('a page without https has no camera, which is said', async ({ page, demoUrl }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  await signIn(page, demoUrl, '/index')
  await scanButton(page).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('https')
})
