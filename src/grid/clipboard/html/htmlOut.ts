/** HTML table output for spreadsheets and word processors. */
import type { Texts } from '../tsv.ts'

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\r?\n/g, '<br style="mso-data-placement:same-cell">')

/** Attribute for native values: the asynchronous clipboard rejects private types. */
export const nativeFormatAttribute = 'data-lotline-cells'

/** Writes the table; `mso-number-format` stops Excel from reinterpreting numbers and dates. */
export function toHtml(block: Texts, texts: readonly boolean[], nativeFormat = ''): string {
  const cell = (text: string, column: number) =>
    `<td style="white-space:pre${texts[column] ? ";mso-number-format:'\\@'" : ''}">${escaped(text)}</td>`
  const rows = block.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('')
  return `<table${nativeFormat ? ` ${nativeFormatAttribute}="${escaped(nativeFormat)}"` : ''}>${rows}</table>`
}
