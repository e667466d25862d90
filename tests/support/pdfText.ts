/** Text of a PDF as an independent reader finds it, in the order in which it was drawn. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export async function pagesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const pdf = await reading.promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map(item => ('str' in item ? item.str : '')).join(''))
  }
  await reading.destroy()
  return pages
}

/** Without blanks, which a reader guesses from gaps. */
export const bare = (text: string): string => text.replace(/\s+/g, '')
