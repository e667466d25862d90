/** Cells as an HTML table, the way spreadsheets and word processors take it. */
import type { Texts } from '../tsv.ts'

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\r?\n/g, '<br style="mso-data-placement:same-cell">')

/** The attribute that carries the typed values: the browser's asynchronous clipboard knows no private types. */
export const parcelAttribute = 'data-lotline-cells'

/**
 * `mso-number-format` keeps Excel from reading lot numbers as numbers and dates as it pleases. The parcel is what
 * `toParcel` made of the same cells.
 */
export function toHtml(block: Texts, texts: readonly boolean[], parcel = ''): string {
  const cell = (text: string, column: number) =>
    `<td style="white-space:pre${texts[column] ? ";mso-number-format:'\\@'" : ''}">${escaped(text)}</td>`
  const rows = block.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('')
  return `<table${parcel ? ` ${parcelAttribute}="${escaped(parcel)}"` : ''}>${rows}</table>`
}
