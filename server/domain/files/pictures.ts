/** Pictures re-encoded: rejects fakes, strips payloads and metadata. */
import sharp from 'sharp'
import { AppError } from '#contract/schema/answer.ts'

// Decoder allow-list: other formats, SVG above all, never reach a decoder.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})
sharp.concurrency(1)
sharp.cache(false)

const maxPixels = 25_000_000

type Format = 'png' | 'jpeg' | 'webp' | 'gif'
const formats: ReadonlySet<string> = new Set<Format>(['png', 'jpeg', 'webp', 'gif'])
const typeOf: Readonly<Record<Format, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
}

export interface Picture {
  readonly bytes: Buffer
  readonly type: string
}

/**
 * Decoded and re-encoded picture.
 * @throws AppError notAPicture
 */
export async function pictureOf(bytes: Buffer): Promise<Picture> {
  try {
    const options = { limitInputPixels: maxPixels, failOn: 'error' as const, animated: true, unlimited: false }
    const { format } = await sharp(bytes, options).metadata()
    if (!formats.has(format ?? '')) throw new AppError('notAPicture')
    const decoded = sharp(bytes, options).rotate()
    const known = format as Format
    const made = await (known === 'jpeg' ? decoded.jpeg({ quality: 88 }) : decoded.toFormat(known)).toBuffer()
    return { bytes: made, type: typeOf[known] }
  } catch (error) {
    if (error instanceof AppError) throw error
    // Decoder errors are not passed on.
    throw new AppError('notAPicture')
  }
}

/** Pixels of a picture's longer side on paper: 600 dots an inch at 18 mm. */
const maxPrinted = 425

/** Picture as PNG data URL that fits on paper; null when it cannot be read. */
export async function printable(bytes: Buffer): Promise<string | null> {
  try {
    const options = { limitInputPixels: maxPixels, failOn: 'error' as const, unlimited: false }
    const small = { width: maxPrinted, height: maxPrinted, fit: 'inside' as const, withoutEnlargement: true }
    const made = await sharp(bytes, options).rotate().resize(small).png().toBuffer()
    return `data:image/png;base64,${made.toString('base64')}`
  } catch {
    return null
  }
}
