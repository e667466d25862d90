/** Every page of the menu: it lists, opens, what may be changed is saved by keyboard, and no language lacks a text. */
import type { Page as BrowserPage } from '@playwright/test'
import { entityNamed } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { type MenuPage, pages } from '#contract/pages.ts'
import { areas, type Entity, isEditable } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { freeText } from '../support/sampleRows.ts'
import { isSoak } from '../support/soak.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

// Nothing fades in: a tenth of the processor time.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

// Two halves on two plants, so that both workers walk.
test.describe.configure({ mode: 'parallel' })

interface Scripted {
  readonly lotline: { run(id: string, args: object): Promise<{ readonly data?: unknown }> }
}

interface Row extends Values {
  readonly id: number
}

/** A control that was verified is closed, although it has no state. */
const isSigned = (row: Row) => row.verifierId !== undefined && row.verifierId !== null

const keys = new Set(Object.keys(shipped['zh-CN']))

/** Pages that show message keys by purpose: UI strings, and audit of menu titles. */
const quoting: readonly string[] = ['uistring', 'auditlog']

/** Keys shown in place of their text, in the language of now. */
async function missingTexts(page: BrowserPage): Promise<readonly string[]> {
  const words = (await page.locator('body').innerText()).split(/\s+/)
  const found = words.filter(word => word.includes('.') && keys.has(word))
  // Keys that stand beside their text by purpose.
  for (const key of await page.locator('[data-message-key]:visible').allInnerTexts())
    if (found.includes(key)) found.splice(found.indexOf(key), 1)
  return found
}

/** Shows what is open in each language, the first one last; or in the first only. */
async function expectTexts(page: BrowserPage, what: string, isInEach = true): Promise<void> {
  const [first, ...others] = locales
  for (const locale of isInEach ? [...others, first] : [first]) {
    if (isInEach) await runCommand(page, `locale.${locale}`, {})
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    expect(await missingTexts(page), `texts of ${locale} missing on ${what}`).toEqual([])
  }
}

/** Goes to an address inside the console, as a link would. */
const go = (page: BrowserPage, path: string) =>
  page.evaluate(target => {
    history.pushState(null, '', target)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Runs a command as a script would. */
const runCommand = (page: BrowserPage, id: string, args: object): Promise<{ readonly data?: unknown }> =>
  page.evaluate(([command, given]) => (window as unknown as Scripted).lotline.run(command, given), [id, args] as const)

/** The open record with its form in front. */
async function opened(page: BrowserPage, name: string) {
  const record = page.locator(`[data-record^="${name}/"]:visible`)
  const field = record.locator('[data-field]').first()
  const own = record.locator('[data-tab="record"]')
  // A screen of its own may show something else first.
  await expect(field.or(own).first()).toBeVisible()
  if ((await own.count()) > 0) await own.press('Enter')
  await expect(field).toBeVisible()
  return record
}

/** Users are saved with the operation password, asked once in a while. */
async function giveOperationPassword(page: BrowserPage): Promise<void> {
  const password = page.getByRole('dialog').locator('input[type=password]')
  const saved = page.locator('[data-record]:visible:not(:has([data-unsaved]))')
  await expect(password.or(saved).first()).toBeVisible()
  if ((await password.count()) === 0) return
  await password.fill('admin123')
  await password.press('Control+Enter')
}

/** Changes a field of the open record and saves by key. */
async function changeAndSave(page: BrowserPage, { name, ticket }: Entity, field: string, value: string): Promise<void> {
  const record = await opened(page, name)
  const input = record.locator(`[data-field="${field}"] :is(input, textarea)`).first()
  await input.fill(value)
  await input.press('Control+s')
  if (ticket) await giveOperationPassword(page)
  await expect(record.locator('[data-unsaved]')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/${name}/\\d+$`))
  await expect(
    page.locator(`[data-record^="${name}/"]:visible [data-field="${field}"] :is(input, textarea)`),
  ).toHaveValue(value)
}

/** The rows of a page as the console itself lists them. */
async function rowsOf(page: BrowserPage, name: string): Promise<readonly Row[]> {
  const { data } = await runCommand(page, `${name}.list`, { size: 50 })
  return (data as { rows: readonly Row[] }).rows
}

async function walk(page: BrowserPage, { name }: MenuPage, stamp: string): Promise<void> {
  const entity = entityNamed(name)
  if (!entity?.operations.includes('load')) return
  const rows = await rowsOf(page, name)
  const field = freeText(entity)
  // What is posted by being saved is never changed again.
  const changes = entity.operations.includes('save') && field !== undefined && entity.editableIn?.length !== 0
  // Latest row: other journeys rely on early ones, and old ones may be closed.
  const latest = rows.toSorted((one, other) => other.id - one.id)
  const row = changes ? latest.find(one => isEditable(entity, one) && !isSigned(one)) : rows[0]
  // Documents are posted for good: a further one can be saved nearly empty.
  if (changes && row === undefined && !entity.document)
    throw new Error('the demo plant has no row of it that may be changed')
  if (!changes && row === undefined) return
  await go(page, `/${name}/${row?.id ?? 'new'}`)
  if (changes) await changeAndSave(page, entity, field, stamp)
  else await opened(page, name)
}

/** One page: its list, a record of it, and a change that is saved; no text missing on either. */
async function visit(page: BrowserPage, each: MenuPage): Promise<void> {
  await go(page, each.url)
  const screen = page.locator(`[data-screen="${each.url}"]`)
  await expect(
    screen.locator('[data-grid], form, [data-menu-screen], [data-warehouse], [data-status]').first(),
  ).toBeVisible()
  await expect(screen.locator('[aria-busy="true"]')).toHaveCount(0)
  // Kept screens would slow down those that follow.
  await runCommand(page, 'tab.closeOthers', {})
  const isQuoting = quoting.includes(each.name)
  // In the gate list and record take turns in the other languages.
  const isListInEach = pages.indexOf(each) % 2 === 0
  if (!isQuoting) await expectTexts(page, 'the list', isSoak || isListInEach)
  await walk(page, each, `zh-CN ${each.name}`)
  // The message of what was saved quotes the key as its name.
  if (isQuoting) await runCommand(page, 'notifications.clear', {})
  else await expectTexts(page, 'the record', isSoak || !isListInEach)
}

const half = Math.ceil(areas.length / 2)

for (const some of [areas.slice(0, half), areas.slice(half)])
  test(`every page of ${some.join(', ')} lists, opens and saves, with every text and nothing in the console`, async ({
    page,
    demoUrl,
  }) => {
    test.setTimeout(600_000)
    await signIn(page, demoUrl)
    const failures: string[] = []
    for (const each of pages.filter(({ area }) => some.includes(area)))
      await visit(page, each).catch((error: Error) => {
        failures.push(`${each.name}: ${error.message.split('\n').slice(0, 6).join(' ')}`)
      })
    expect(failures).toEqual([])
    await go(page, '/index')
    await page.evaluate(() => window.lotline?.ready())
    await expectTexts(page, 'the home page')
  })
