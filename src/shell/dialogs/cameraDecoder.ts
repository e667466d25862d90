/** Codes in pictures, by the browser where it can, else by our WebAssembly. */
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Text as a scanner would send it; null where no code is seen. */
export type Decode = (picture: HTMLVideoElement | Blob) => Promise<string | null>

interface NativeDetector {
  detect(source: HTMLVideoElement | Blob): Promise<readonly { readonly rawValue: string }[]>
}

interface NativeDetectorClass {
  new (options: { readonly formats: readonly string[] }): NativeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

const needed = ['data_matrix', 'qr_code', 'code_128', 'ean_13', 'ean_8']

async function nativeDecoder(): Promise<Decode | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  const supported = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || needed.some(format => !supported.includes(format))) return null
  const detector = new Detector({ formats: [...needed, 'upc_a', 'itf'].filter(format => supported.includes(format)) })
  return async picture => (await detector.detect(picture))[0]?.rawValue ?? null
}

const options: ReaderOptions = {
  formats: ['DataMatrix', 'QRCode', 'Code128', 'EANUPC', 'DataBar', 'ITF'],
  tryHarder: true,
  maxNumberOfSymbols: 1,
  textMode: 'Plain',
}

/** Frame of a film; null before its first. */
function frameOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const [width, height] = [video.videoWidth, video.videoHeight]
  if (width === 0 || height === 0) return null
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, 0, 0)
  return context?.getImageData(0, 0, width, height) ?? null
}

async function wasmDecoder(): Promise<Decode> {
  const locateFile = (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmAddress : prefix + path)
  await prepareZXingModule({ overrides: { locateFile }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  return async picture => {
    const source = picture instanceof Blob ? picture : frameOf(picture, canvas)
    const [code] = source ? await readBarcodes(source, options) : []
    return code?.isValid ? `${code.symbologyIdentifier}${code.text}` : null
  }
}

export const createDecoder = async (): Promise<Decode> => (await nativeDecoder()) ?? wasmDecoder()
