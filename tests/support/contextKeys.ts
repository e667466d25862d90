import type { ContextKeys } from '../../src/commands/core/when.ts'

/** Context of a signed-in user on a list page, nothing done yet. */
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
