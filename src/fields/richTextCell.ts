/** Rich text cell: plain single line, edited in a dialog. */
import { plainTextOf, richTextOf, shortLinkText } from '#contract/schema/plainText.ts'
import { type CellKind, raw } from './cell.ts'

/** Character limit of the cell display. */
const maxListed = 4000

const link = /(<a\b[^>]*>)([^<]*)<\/a>/gi

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function listTextOf(html: string): string {
  const short = html
    .slice(0, maxListed)
    .replace(link, (_whole, open: string, text: string) => `${open}${escaped(shortLinkText(plainTextOf(text)))}</a>`)
  return plainTextOf(short).replace(/\s+/g, ' ')
}

export const richTextCell: CellKind = {
  align: 'start',
  width: 260,
  editor: 'window',
  parse: text => ({ value: richTextOf(text.trim()) }),
  show: value => listTextOf(raw(value)),
  toText: value => plainTextOf(raw(value)),
  clear: null,
}
