/** Clipboard input, by priority: native values, spreadsheet table, plain text. */
import { blockOf, type ClipBlock } from './block.ts'
import { nativeFormatIn, parseHtml } from './html/htmlIn.ts'
import { fromNativeFormat, nativeFormatType } from './nativeFormat.ts'
import { parseTsv } from './tsv.ts'

export interface Clip {
  readonly nativeFormat?: string | undefined
  readonly html?: string | undefined
  readonly text: string
}

export function clipOf(data: DataTransfer): Clip {
  return {
    nativeFormat: data.getData(nativeFormatType),
    html: data.getData('text/html'),
    text: data.getData('text/plain'),
  }
}

export function blockIn({ nativeFormat, html, text }: Clip, home: string): ClipBlock | null {
  const own = nativeFormat || nativeFormatIn(html ?? '')
  return (
    (own && fromNativeFormat(own, home)) || (html && parseHtml(html)) || (text === '' ? null : blockOf(parseTsv(text)))
  )
}
