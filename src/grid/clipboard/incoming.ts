/** Clipboard input, by priority: native values, spreadsheet table, plain text. */
import { blockOf, type ClipBlock } from './block.ts'
import { nativeFormatIn, parseHtml } from './html/htmlIn.ts'
import { fromNativeFormat, nativeFormatType } from './nativeFormat.ts'
import { parseTsv } from './tsv.ts'

export interface Clip {
  readonly parcel?: string | undefined
  readonly html?: string | undefined
  readonly text: string
}

export function clipOf(data: DataTransfer): Clip {
  return { parcel: data.getData(nativeFormatType), html: data.getData('text/html'), text: data.getData('text/plain') }
}

export function blockIn({ parcel, html, text }: Clip, home: string): ClipBlock | null {
  const own = parcel || nativeFormatIn(html ?? '')
  return (
    (own && fromNativeFormat(own, home)) || (html && parseHtml(html)) || (text === '' ? null : blockOf(parseTsv(text)))
  )
}
