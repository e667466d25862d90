/** File cells: first name and count, edited in a dialog. */

import { text } from '../data/language.ts'
import { filesOf } from '../data/records/files.ts'
import type { CellKind } from './cell.ts'

export const filesCell: CellKind = {
  align: 'start',
  width: 170,
  editor: 'window',
  readsText: false,
  show: (_value, row, _field, _locale, name = '') => {
    const [first, ...more] = filesOf(row, name)
    if (!first) return ''
    const { name: called } = first
    return more.length === 0 ? called : text('files.more', { name: called, count: more.length + 1 })
  },
  // Text never resolves to a file: names are ambiguous.
  parse: () => ({ fieldError: 'file' }),
  toText: (_value, row, _field, locale, name = '') =>
    filesOf(row, name)
      .map(file => file.name)
      .join(locale === 'en-US' ? ', ' : '、'),
  clear: [],
}

export const imageCell: CellKind = { ...filesCell, clear: null }
