/** Independent readers: pictures of labels, and codes in pictures. */

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

export interface ReadCode {
  readonly format: string
  readonly text: string
}

/** Decoder with its program from the package, not from the network. */
export async function openDecoder(): Promise<(png: Uint8Array) => Promise<readonly ReadCode[]>> {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = new Uint8Array(await readFile(file)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return async png => {
    const found = await readBarcodes(new Uint8Array(png), { tryHarder: true, textMode: 'Plain' })
    return found.map(({ format, text }) => ({ format, text }))
  }
}

/** ZPL as a printer would draw it. */
export async function openPrinter(): Promise<
  (zpl: string, width: number, height: number, dotsPerMm: number) => Promise<Uint8Array>
> {
  const { ready } = await import('zpl-renderer-js')
  const { api } = await ready
  return async (zpl, width, height, dotsPerMm) =>
    Buffer.from(await api.zplToBase64Async(zpl, width, height, dotsPerMm), 'base64')
}

const loader = { operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadSvg'] }

/** Sharp draws SVG again, which the server blocks for files of strangers; returns the way back. */
export function allowSvg(): () => void {
  sharp.unblock(loader)
  return () => sharp.block(loader)
}
