import type { Locator, Page } from '@playwright/test'
import { shipped } from '#contract/messages/index.ts'
import { pages } from '#contract/pages.ts'
import { areaTitles } from '#contract/schema/entity.ts'
import { expect } from './server.ts'

/** Person with the mouse: keys only type into a field, and never navigate. */
export interface Mouse {
  /** Goes to a page by the sidebar. */
  open(name: string): Promise<void>
  /** Presses a command's button, on the toolbar or in its menu. */
  press(command: string): Promise<void>
  /** Answers the dialog in front with its main button. */
  confirm(): Promise<void>
  /** Types into a field of the open record. */
  fill(field: string, value: string): Promise<void>
  /** Types into a field of the open record and takes the offered choice. */
  choose(field: string, value: string): Promise<void>
  /** Types into a cell of the lines; the next click commits it. */
  fillCell(row: number, column: string, value: string): Promise<void>
  /** Types into a cell of the lines and takes what is offered. */
  chooseCell(row: number, column: string, value: string): Promise<void>
}

const title = (key: string) => shipped['zh-CN'][key] ?? key

export function mouseOf(page: Page): Mouse {
  const { keyboard } = page
  const record = page.locator('[data-record]:visible')
  const fieldOf = (name: string) => record.locator(`[data-field="${name}"] :is(input, textarea)`).first()
  const cellOf = (row: number, column: string) =>
    record.locator(`[role=grid] [data-index="${row}"] [data-column-id="${column}"]`)

  async function take(value: string): Promise<void> {
    const option = page.getByRole('option').filter({ hasText: value }).first()
    await option.click()
    await expect(page.getByRole('option')).toHaveCount(0)
  }

  async function typeInto(place: Locator, value: string): Promise<void> {
    await place.click()
    await expect(place.and(page.locator(':focus')).or(place.locator(':focus')).first()).toBeVisible()
    await keyboard.type(value)
  }

  return {
    async open(name) {
      const area = pages.find(each => each.name === name)?.area
      const sidebar = page.locator('[data-region=sidebar]')
      const entry = (text: string) => sidebar.getByRole('treeitem', { name: text, exact: true })
      const group = area && entry(areaTitles[area].title)
      if (group && (await group.getAttribute('aria-expanded')) !== 'true') await group.click()
      await entry(title(name)).last().click()
      await expect(page).toHaveURL(new RegExp(`/${name}$`))
    },
    async press(command) {
      // Next actions become toolbar buttons once the record's state has arrived.
      const button = page.locator(`[role=toolbar] [data-command="${command}"]:visible`)
      await expect(button).toBeEnabled()
      await button.click()
    },
    async confirm() {
      const dialog = page.getByRole('dialog')
      await dialog.locator('[data-answer=accept]').click()
      await expect(dialog).toBeHidden()
    },
    async fill(field, value) {
      await fieldOf(field).click()
      await fieldOf(field).fill(value)
    },
    async choose(field, value) {
      await typeInto(fieldOf(field), value)
      await take(value)
    },
    fillCell: (row, column, value) => typeInto(cellOf(row, column), value),
    async chooseCell(row, column, value) {
      await typeInto(cellOf(row, column), value)
      await take(value)
    },
  }
}
