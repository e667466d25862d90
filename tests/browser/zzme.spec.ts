/** Every page of the menu in every language: it lists, opens, and what may be changed is changed and saved, by keyboard. */
import type { Page as BrowserPage } from '@playwright/test'
import { entityNamed } from '../../src/contract/index.ts'
import { type Locale, locales, shipped } from '../../src/contract/messages/index.ts'
import { type Page, pages } from '../../src/contract/pages.ts'
import type { Entity } from '../../src/contract/schema/entity.ts'
import { isEntered } from '../../src/contract/schema/field.ts'
import { expect, test } from './meServer.ts'

test.describe.configure({ mode: 'serial' })

async function signIn(page: BrowserPage, url: string, locale: Locale): Promise<void> {
  await page.addInitScript(chosen => localStorage.setItem('lotline.locale', chosen), locale)
  await page.goto(`${url}/login`)
  await page.locator('input[name=username], input[autocomplete=username]').first().fill('admin')
  await page.locator('input[type=password]').first().fill('admin123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

const keys = new Set(Object.keys(shipped['zh-CN']))

/** Keys of texts that stand on the page as they are: their text is missing. */
async function missingTexts(page: BrowserPage): Promise<readonly string[]> {
  const words = (await page.locator('body').innerText()).split(/\s+/)
  return words.filter(word => word.includes('.') && keys.has(word))
}

/** The first field of an entity that a person types a free text into. */
function textField(entity: Entity): string | undefined {
  const free = Object.entries(entity.fields).filter(
    ([, field]) =>
      ['text', 'longText'].includes(field.kind) && isEntered(field) && !field.pattern && !field.fixed && !field.unique,
  )
  const names = free.map(([name]) => name)
  return names.includes('remark') ? 'remark' : names.at(-1)
}

/** Goes to an address inside the console, as a link would. */
const go = (page: BrowserPage, path: string) =>
  page.evaluate(target => {
    history.pushState(null, '', target)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

async function opened(page: BrowserPage, name: string) {
  const record = page.locator(`[data-record^="${name}/"]:visible`)
  await expect(record).toBeVisible()
  await expect(record.locator('[data-field]').first()).toBeVisible()
  return record
}

/** Types into a field of the open record and saves it by its key. */
async function changeAndSave(page: BrowserPage, name: string, field: string, value: string): Promise<void> {
  const record = await opened(page, name)
  const input = record.locator(`[data-field="${field}"] :is(input, textarea)`).first()
  await input.fill(value)
  await input.press('Control+s')
  await expect(record.locator('[data-unsaved]')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/${name}/\\d+$`))
  await expect(
    page.locator(`[data-record^="${name}/"]:visible [data-field="${field}"] :is(input, textarea)`),
  ).toHaveValue(value)
}

/** Opens the first stored row of a list that may still be changed; false when there is none among the first few. */
async function openEditable(page: BrowserPage, name: string, ids: readonly number[], field: string): Promise<boolean> {
  for (const id of ids) {
    await go(page, `/${name}/${id}`)
    const record = await opened(page, name)
    if ((await record.locator(`[data-field="${field}"] :is(input, textarea)`).count()) > 0) return true
  }
  return false
}

async function walk(page: BrowserPage, { name }: Page, stamp: string): Promise<void> {
  const entity = entityNamed(name)
  if (!entity) return
  const { data } = await page.evaluate(async id => {
    const lotline = (window as unknown as { lotline: { run(id: string, args: object): Promise<{ data: unknown }> } })
      .lotline
    return lotline.run(id, { size: 20 })
  }, `${name}.list`)
  const ids = (data as { rows: readonly { id: number }[] }).rows.map(row => row.id)
  const field = textField(entity)
  if (!entity.only.includes('load')) return
  if (ids[0] !== undefined) {
    await go(page, `/${name}/${ids[0]}`)
    await opened(page, name)
  }
  if (!entity.only.includes('save') || field === undefined) return
  // What is posted by being saved is never changed again.
  if (entity.editableIn?.length === 0) return
  if (await openEditable(page, name, ids.slice(0, 8), field)) return changeAndSave(page, name, field, stamp)
  // Documents may be begun and saved with little in them.
  if (!entity.document) throw new Error('the demo plant has no row of it that may be changed')
  await go(page, `/${name}/new`)
  return changeAndSave(page, name, field, stamp)
}

/** One page: its list, a record of it, and a change that is saved; no text missing on either. */
async function visit(page: BrowserPage, each: Page, locale: Locale): Promise<void> {
  await go(page, each.url)
  await expect(page.locator('[data-grid]:visible, form:visible, [data-menu-screen]:visible').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0)
  expect(await missingTexts(page), 'texts missing on the list').toEqual([])
  await walk(page, each, `${locale} ${each.name}`)
  expect(await missingTexts(page), 'texts missing on the record').toEqual([])
}

for (const locale of locales) {
  test(`every page in ${locale} lists, opens and saves, with every text and nothing in the console`, async ({
    page,
    demoUrl,
  }) => {
    test.setTimeout(240_000)
    await signIn(page, demoUrl, locale)
    const failures: string[] = []
    for (const each of pages)
      await visit(page, each, locale).catch((error: Error) => {
        failures.push(`${each.name}: ${error.message.split('\n').slice(0, 6).join(' ')}`)
      })
    expect(failures).toEqual([])
  })
}
