/** Codes as pictures and as the film of a camera, drawn by zxing-cpp. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const file = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))

type Format = 'DataMatrix' | 'QRCode' | 'Code128'

async function drawn(text: string, format: Format) {
  await prepareZXingModule({
    overrides: { wasmBinary: Uint8Array.from(readFileSync(file)).buffer },
    fireImmediately: true,
  })
  const options = text.startsWith('(') ? 'gs1' : ''
  const { error, image, symbol } = await writeBarcode(text, { format, scale: 6, options })
  if (error || !image || !symbol) throw new Error(`no ${format} of ${text}: ${error}`)
  return { image, symbol }
}

/** Picture file of a code. */
export async function writePicture(path: string, text: string, format: Format): Promise<void> {
  const { image } = await drawn(text, format)
  writeFileSync(path, Buffer.from(await image.arrayBuffer()))
}

const [width, height] = [640, 480]

function writeFrame(path: string, light: Uint8Array): void {
  const colour = new Uint8Array((width * height) / 2).fill(128)
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`)
  writeFileSync(path, Buffer.concat([head, light, colour]))
}

/** Film of an empty wall: the file must be there when the browser starts. */
export const writeEmptyFilm = (path: string): void => writeFrame(path, new Uint8Array(width * height).fill(220))

/** Raw film of one frame: a browser plays it as what its camera sees. */
export async function writeFilm(path: string, text: string, format: Format): Promise<void> {
  const { symbol } = await drawn(text, format)
  const scale = Math.floor(Math.min(600 / symbol.width, 400 / symbol.height))
  const [left, top] = [(width - symbol.width * scale) >> 1, (height - symbol.height * scale) >> 1]
  const light = new Uint8Array(width * height).fill(220)
  for (let y = 0; y < symbol.height * scale; y++)
    for (let x = 0; x < symbol.width * scale; x++)
      light[(y + top) * width + x + left] =
        symbol.data[Math.floor(y / scale) * symbol.width + Math.floor(x / scale)] === 0 ? 30 : 220
  writeFrame(path, light)
}
