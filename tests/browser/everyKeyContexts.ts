/** Situations in which keys are pressed, and the way into each. */
import type { ContextKeys } from '../../src/commands/core/when.ts'
import { type Around, focus, intoPage, runCommand, strike } from './everyKeyActions.ts'
import { amongOthers, intoGraph, intoGrid, typed, withConflict, withHistory } from './everyKeyEntering.ts'
import { aroundFiles } from './everyKeyFiles.ts'
import { aroundOverlays } from './everyKeyOverlays.ts'

const list = { auth: 'in', overlay: 'none', record: 'none' } as const
const readOnly = { ...list, page: 'stockledger', gridEditable: false } as const
const entering = { ...list, page: 'unit', focus: 'gridEditor', gridEditable: true } as const

const undoCommands = ['grid.undo', 'grid.redo']

const decisions = ['grid.takeMine', 'grid.takeTheirs', 'grid.takeMineRow', 'grid.takeTheirsRow']

/** Nobody is signed in. */
const signedOut = (focused: ContextKeys['focus']) => ({
  keys: { auth: 'out', overlay: 'none', focus: focused } as const,
  path: '/login',
})
const outside =
  (selector: string): Around['enter'] =>
  async probed => {
    if ((await probed.situation()).auth === 'in') await runCommand(probed.page, 'session.signOut')
    // Nobody tries to sign in with what keys have written.
    for (const name of ['username', 'password']) await probed.page.locator(`input[name=${name}]`).fill('')
    await focus(probed.page, selector)
  }

const field = '[data-record]:not([hidden]) [data-field] input'

const common: readonly Around[] = [
  { name: 'a page', path: '/stockledger', keys: { ...readOnly, focus: 'page', gridMode: 'none' }, enter: intoPage },
  {
    name: 'the sidebar',
    path: '/stockledger',
    keys: { ...readOnly, focus: 'sidebar', gridMode: 'none' },
    async enter({ page }) {
      const entry = '[data-region=sidebar] [role=treeitem]'
      if ((await page.locator(entry).count()) === 0) await runCommand(page, 'sidebar.toggle')
      await focus(page, `${entry}[tabindex="0"]`)
    },
  },
  {
    name: 'the tabs',
    path: '/stockledger',
    keys: { ...readOnly, focus: 'tabs', gridMode: 'none' },
    enter: ({ page }) => focus(page, '[data-region=tabs] [role=tab][aria-selected=true]'),
  },
  {
    name: 'the search field of a list',
    path: '/stockledger',
    keys: { ...readOnly, focus: 'text', gridMode: 'none' },
    enter: ({ page }) => focus(page, '[data-list=stockledger] input[type=search]'),
  },
  {
    name: 'the page of a list that was searched',
    about: ['list.clearFilters'],
    path: '/stockledger',
    keys: { ...readOnly, focus: 'page', gridMode: 'none' },
    async enter(probed) {
      const search = probed.page.locator('[data-list=stockledger] input[type=search]')
      await search.fill('L')
      await search.press('Enter')
      await intoPage(probed)
    },
  },
  {
    name: 'a list that is only read',
    path: '/stockledger',
    keys: { ...readOnly, focus: 'grid', gridMode: 'navigate' },
    enter: probed => intoGrid(probed, 'stockledger'),
  },
  {
    name: 'a list of lots',
    about: ['stocklot.release'],
    path: '/stocklot',
    keys: { ...list, page: 'stocklot', focus: 'grid', gridMode: 'navigate', gridEditable: true },
    enter: probed => intoGrid(probed, 'stocklot'),
  },
  {
    name: 'a list of which a view is kept',
    about: ['view.open'],
    path: '/stockledger',
    keys: { ...readOnly, focus: 'grid', gridMode: 'navigate' },
    async enter(probed) {
      await intoGrid(probed, 'stockledger')
      await probed.page.evaluate(async () => void (await window.lotline?.run('view.saveAs', { name: 'keys' })))
    },
  },
  {
    name: 'the header of a list',
    path: '/stockledger',
    keys: { ...readOnly, focus: 'grid', gridMode: 'none' },
    async enter(probed) {
      await intoGrid(probed, 'stockledger')
      await strike(probed, 'up')
    },
  },
  {
    name: 'a cell that may be changed',
    path: '/unit',
    keys: { ...list, page: 'unit', focus: 'grid', gridMode: 'navigate', gridEditable: true },
    enter: probed => typed(probed),
  },
  {
    name: 'a cell, after something was entered and taken back',
    about: undoCommands,
    path: '/unit',
    keys: { ...list, page: 'unit', focus: 'grid', gridMode: 'navigate', gridEditable: true, dirty: true },
    enter: withHistory,
  },
  {
    name: 'a page, after something was entered in its list and taken back',
    about: undoCommands,
    path: '/unit',
    keys: { ...list, page: 'unit', focus: 'page', gridMode: 'none', dirty: true },
    async enter(probed) {
      await withHistory(probed)
      await intoPage(probed)
    },
  },
  {
    name: 'a cell that somebody else has changed too',
    about: decisions,
    path: '/unit',
    keys: { ...list, page: 'unit', focus: 'grid', gridMode: 'navigate', gridEditable: true, dirty: true },
    enter: withConflict,
  },
  {
    name: 'a cell that is typed into',
    path: '/unit',
    keys: { ...entering, gridMode: 'replace', gridRange: false, gridPicks: false },
    enter: probed => typed(probed, 'x'),
  },
  {
    name: 'a cell that is edited',
    path: '/unit',
    keys: { ...entering, gridMode: 'edit', gridRange: false, gridPicks: false },
    enter: probed => typed(probed, 'f2'),
  },
  {
    name: 'a cell with a list that is edited',
    about: ['grid.picker', 'grid.stepDown'],
    path: '/unit',
    keys: { ...entering, gridMode: 'edit', gridRange: false, gridPicks: true },
    enter: probed => typed(probed, 'right', 'f2'),
  },
  {
    name: 'a cell that is typed into while several are marked',
    about: ['grid.fillSelection', 'record.submit'],
    path: '/unit',
    keys: { ...entering, gridMode: 'replace', gridRange: true },
    enter: probed => typed(probed, 'shift+down', 'x'),
  },
  {
    name: 'a field of a record',
    path: '/dealer/2',
    keys: { auth: 'in', page: 'dealer', overlay: 'none', focus: 'text', record: 'stored', gridMode: 'none' },
    enter: async probed => {
      await amongOthers(probed)
      // Not the code, which sorts the list: a saved key would move it first.
      await focus(probed.page, '[data-record]:not([hidden]) [data-field=address] input')
    },
  },
  {
    name: 'a record',
    path: '/dealer/2',
    keys: { auth: 'in', page: 'dealer', overlay: 'none', focus: 'page', record: 'stored', gridMode: 'none' },
    enter: async probed => {
      await amongOthers(probed)
      await intoPage(probed)
    },
  },
  {
    name: 'a field of a record that is not stored yet',
    path: '/materialstorein/new',
    keys: { auth: 'in', page: 'materialstorein', overlay: 'none', focus: 'text', record: 'new', gridMode: 'none' },
    enter: ({ page }) => focus(page, field),
  },
  {
    name: 'the page of the menu',
    path: '/menu',
    keys: { auth: 'in', page: 'menu', overlay: 'none', focus: 'page', gridMode: 'none' },
    enter: ({ page }) => focus(page, '[data-menu-screen] [role=treeitem]'),
  },
  {
    name: 'the graph of a trace',
    path: '/reviewasc',
    keys: { ...list, page: 'reviewasc', focus: 'page', gridMode: 'none' },
    enter: intoGraph,
  },
  {
    name: 'a page in a window of its own',
    path: '/stockledger',
    keys: { ...readOnly, focus: 'page', gridMode: 'none', installed: true },
    enter: intoPage,
  },
]

/** All there are, those without anybody signed in last. */
export const arounds: readonly Around[] = [
  ...common,
  ...aroundFiles,
  ...aroundOverlays,
  { name: 'the page to sign in', ...signedOut('page'), enter: outside('[type=submit]') },
  { name: 'a field of the page to sign in', ...signedOut('text'), enter: outside('input[name=username]') },
]
