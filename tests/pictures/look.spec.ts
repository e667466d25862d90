/**
 * Pictures of the trial's findings for `docs/look`, and the one of the README. `LOOK=before` takes those of an older
 * checkout, into which this folder is copied, as far as one comes there.
 */
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { keyboardOf } from '../browser/keyboard.ts'
import { test } from '../browser/server.ts'
import { signIn } from '../browser/signIn.ts'
import { takePicture } from './camera.ts'
import type { Scene, Visitor } from './scene.ts'
import { scenes, traceOf } from './scenes.ts'

const moment = process.env.LOOK ?? 'after'
const folder = fileURLToPath(new URL(`../../docs/look/${moment}/`, import.meta.url))

async function visitorOf(browser: Browser, url: string, scene: Scene): Promise<Visitor> {
  const [width, height] = scene.size ?? [1366, 768]
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: 'light',
    viewport: { width, height },
    ...scene.context,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const locale = scene.locale ?? 'zh-CN'
  await page.addInitScript(kept => localStorage.setItem('lotline.locale', kept), locale)
  const path = (moment === 'before' ? undefined : scene.now) ?? scene.path
  if (scene.isOutside) await page.goto(url + path)
  else await signIn(page, url, path)
  return {
    ...keyboardOf(page),
    page,
    async open(path) {
      await page.goto(url + path)
      await page.evaluate(() => window.lotline?.ready())
    },
    async command(id) {
      const button = page.locator(`[role=toolbar] [data-command="${id}"]:visible`)
      if ((await button.count()) === 0) await page.locator('[role=toolbar] [aria-haspopup=menu]:visible').last().click()
      await page.locator(`[data-command="${id}"]:visible`).first().click()
    },
  }
}

const ofReadme: Scene = { finding: 0, path: '/index', locale: 'en-US', size: [1440, 900], steps: traceOf }

const fileOf = ({ finding }: Scene) =>
  finding === 0
    ? fileURLToPath(new URL('../../docs/console.webp', import.meta.url))
    : `${folder}${String(finding).padStart(2, '0')}.webp`

for (const scene of moment === 'before' ? scenes : [ofReadme, ...scenes])
  test(scene.finding === 0 ? 'the README' : `finding ${scene.finding}`, async ({ browser, demoUrl }) => {
    test.setTimeout(90_000)
    const visitor = await visitorOf(browser, demoUrl, scene)
    await visitor.page.evaluate(() => window.lotline?.idle())
    try {
      await scene.steps?.(visitor)
    } catch (error) {
      if (moment !== 'before') throw error
    }
    await takePicture(visitor.page, fileOf(scene))
    await visitor.page.context().close()
  })
