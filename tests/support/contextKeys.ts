import type { ContextKeys } from '../../src/commands/core/when.ts'

/** Somebody signed in who stands on the page of a list and has done nothing there yet. */
export const onPage: ContextKeys = {
  auth: 'in',
  page: 'brand',
  overlay: 'none',
  focus: 'page',
  gridMode: 'none',
  gridEditable: false,
  gridRange: false,
  gridPicks: false,
  selection: 'none',
  record: 'none',
  dirty: false,
  installed: false,
}
