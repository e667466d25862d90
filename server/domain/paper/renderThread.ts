/** Worker thread drawing papers, so that cost is bounded and abortable. */
import { fileURLToPath } from 'node:url'
import pdfmake from 'pdfmake'
import { breaksBefore, documentOf, tableLayouts } from './pdfLayout.ts'
import type { RenderTask } from './render.ts'

const fontOf = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}.ttf`))
const fonts = {
  normal: fontOf('400Regular/NotoSansSC_400Regular'),
  bold: fontOf('700Bold/NotoSansSC_700Bold'),
}

pdfmake.setFonts({ Noto: { ...fonts, italics: fonts.normal, bolditalics: fonts.bold } })
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(path => Object.values(fonts).includes(path))
pdfmake.setTableLayouts(tableLayouts)

export default async function renderPaper({ model, words, logo }: RenderTask): Promise<Uint8Array> {
  const pdf = pdfmake.createPdf({ ...documentOf(model, words, logo), pageBreakBefore: breaksBefore })
  return new Uint8Array(await pdf.getBuffer())
}
