/** The situations in which something lies over the page. */
import { expect } from '@playwright/test'
import type { ContextKeys } from '../../src/commands/core/when.ts'
import { type Around, focus, runCommand, strike } from './everyKeyActions.ts'
import { intoGrid, typed } from './everyKeyEntering.ts'

/** A window over a list. */
const over = (overlay: ContextKeys['overlay'], focused: ContextKeys['focus'] = 'text') => ({
  keys: { auth: 'in', overlay, focus: focused, record: 'none', gridMode: 'none' } as const,
  path: '/stockledger',
})

export const aroundOverlays: readonly Around[] = [
  {
    name: 'the palette',
    ...over('palette'),
    async enter({ page }) {
      await runCommand(page, 'palette.open')
      const input = page.locator('[role=dialog] [role=combobox]')
      await expect(input).toBeFocused()
      // Nothing is found by it: Enter does nothing.
      await input.fill('qqxxqq')
    },
  },
  {
    name: 'the key sheet',
    ...over('sheet'),
    async enter({ page }) {
      await runCommand(page, 'keys.sheet')
      await expect(page.locator('[role=dialog] input').first()).toBeVisible()
      await focus(page, '[role=dialog] input')
    },
  },
  {
    name: 'a dialog that asks for something',
    waiting: 'grid.goToRow',
    ...over('dialog'),
    async enter(probed) {
      await intoGrid(probed, 'stockledger')
      await strike(probed, 'alt+shift+g')
      await expect(probed.page.locator('[role=dialog] input').first()).toBeFocused()
    },
  },
  {
    name: 'a dialog that asks whether to go on',
    path: '/unit',
    keys: { auth: 'in', page: 'unit', overlay: 'dialog', focus: 'page' },
    async enter(probed) {
      await typed(probed, 'a', 'enter')
      // Nobody waits for what it asks.
      await probed.page.evaluate(() => void window.lotline?.run('grid.revertAll', {}, { confirm: 'ask' }))
      await expect(probed.page.locator('[data-answer=accept]')).toBeFocused()
    },
  },
  {
    name: 'a menu',
    ...over('menu', 'page'),
    async enter({ page }) {
      // The languages: whatever is chosen of them by Enter does no harm.
      const named = ':is([aria-label=语言], [aria-label=語言], [aria-label=Language])'
      await page.locator(`[data-region=toolbar] [aria-haspopup=menu]${named}`).press('Enter')
      await expect(page.locator('[role=menu] :focus, [role=menu]:focus')).toHaveCount(1)
    },
  },
]
