/** A person who walks the steps of the guide in one language, and the camera beside him. */
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { format, shipped } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import { type Keyboard, keyboardOf } from '../browser/keyboard.ts'
import { expect } from '../browser/server.ts'
import { signIn } from '../browser/signIn.ts'
import { takePicture } from '../pictures/camera.ts'

const pictures = fileURLToPath(new URL('../../docs/guide/pictures/', import.meta.url))

export interface Walker extends Keyboard {
  readonly page: Page
  readonly locale: Locale
  readonly url: string
  /** The same person at another page. */
  at(page: Page): Walker
  /** Text on the screen, in the language of the walk. */
  say(key: string, values?: Readonly<Record<string, string>>): string
  /** Rows of the list or of the lines in sight. */
  readonly rows: Locator
  /** Opens a page by its title in the palette. */
  open(name: string): Promise<void>
  /** Runs a command by its title in the palette. */
  command(title: string): Promise<void>
  /** Saves the open record. */
  save(): Promise<void>
  /** Waits until the record in sight is in a state. */
  state(text: string): Promise<void>
  /** Waits for a text in sight. */
  see(text: string): Promise<void>
  /** Puts the keyboard on the first row of the list, and waits until it is there. */
  firstRow(): Promise<void>
  /** Takes a picture of the window. */
  picture(name: string): Promise<void>
}

export interface WalkerOptions {
  readonly locale: Locale
  readonly url: string
  /** Names of the pictures taken so far. */
  readonly taken: Set<string>
}

/** Signs in as the administrator of the demonstration, in a language. */
export async function walkerOf(page: Page, options: WalkerOptions): Promise<Walker> {
  await page.addInitScript(kept => localStorage.setItem('lotline.locale', kept), options.locale)
  await signIn(page, options.url, '/index')
  return walkerAt(page, options)
}

function walkerAt(page: Page, options: WalkerOptions): Walker {
  const { locale, url, taken } = options
  const keyboard = keyboardOf(page)
  const say: Walker['say'] = (key, values) => {
    if (!shipped[locale][key]) throw new Error(`no text ${key}`)
    return format(locale, key, values)
  }
  const rows = page.locator('[data-grid]:visible [role=row][data-row-id]')

  return {
    ...keyboard,
    page,
    locale,
    url,
    at: other => walkerAt(other, options),
    say,
    rows,
    async open(name) {
      await keyboard.run(say(name), say(name))
      await expect(page).toHaveURL(new RegExp(`/${name}$`))
    },
    command: title => keyboard.run(title, title),
    async save() {
      await keyboard.press('Control+s')
      await expect(page.locator('[data-record]:visible [data-unsaved]')).toHaveCount(0)
      await page.evaluate(() => window.lotline?.idle())
    },
    state: text =>
      expect(
        page
          .locator('[data-tone]:visible')
          .filter({ hasText: new RegExp(`^${text}$`) })
          .first(),
      ).toBeVisible(),
    see: text => expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible(),
    async firstRow() {
      const grid = page.locator('[data-grid]:visible')
      await expect(grid.locator(':focus')).toHaveCount(1)
      await keyboard.press('Control+Home')
      await expect(grid.locator('[data-index="0"][data-active]')).toHaveCount(1)
    },
    async picture(name) {
      await takePicture(page, `${pictures}${locale}/${name}.webp`)
      taken.add(name)
    },
  }
}
