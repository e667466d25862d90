/** The block on the clipboard: our own values first, then the table of a spreadsheet, then its text. */
import { blockOf, type ClipBlock } from './block.ts'
import { parcelIn, parseHtml } from './html/htmlIn.ts'
import { fromNativeFormat, nativeFormatType } from './nativeFormat.ts'
import { parseTsv } from './tsv.ts'

/** What the clipboard holds, as far as we can read it. */
export interface Clip {
  readonly parcel?: string | undefined
  readonly html?: string | undefined
  readonly text: string
}

/** What a paste event brings. */
export function clipOf(data: DataTransfer): Clip {
  return { parcel: data.getData(nativeFormatType), html: data.getData('text/html'), text: data.getData('text/plain') }
}

/** The block, or null when there is nothing in it. */
export function blockIn({ parcel, html, text }: Clip, home: string): ClipBlock | null {
  const own = parcel || parcelIn(html ?? '')
  return (
    (own && fromNativeFormat(own, home)) || (html && parseHtml(html)) || (text === '' ? null : blockOf(parseTsv(text)))
  )
}
