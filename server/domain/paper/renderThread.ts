/** Worker thread drawing one paper, so that its cost is bounded and abortable. */
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { breaksBefore, documentOf, tableLayouts } from './pdfLayout.ts'
import type { RenderTask } from './render.ts'

const fontOf = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${name}.ttf`))
const fonts = {
  normal: fontOf('400Regular/NotoSansSC_400Regular'),
  bold: fontOf('700Bold/NotoSansSC_700Bold'),
}

const { model, words, logo } = workerData as RenderTask
pdfmake.setFonts({ Noto: { ...fonts, italics: fonts.normal, bolditalics: fonts.bold } })
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(path => Object.values(fonts).includes(path))
pdfmake.setTableLayouts(tableLayouts)
const pdf = await pdfmake.createPdf({ ...documentOf(model, words, logo), pageBreakBefore: breaksBefore }).getBuffer()
parentPort?.postMessage(new Uint8Array(pdf))
