/** Codes as modules; the encoder is GS1's second opinion. */
import type { Gs1Element } from '#contract/gs1/elementString.ts'
import { writeBracketed } from '#contract/gs1/elementString.ts'

export interface Matrix {
  readonly size: number
  /** Row by row, 1 is black. */
  readonly modules: readonly number[]
}

type Encoded<T> = { readonly ok: T } | { readonly refused: string }

interface Encoder {
  readonly bcid: string
  readonly text: string
  readonly eclevel?: string
  readonly dontlint?: boolean
  readonly parse?: boolean
}

interface Raw {
  readonly pixs?: readonly number[]
  readonly pixx?: number
  readonly sbs?: readonly number[]
}

export interface Symbols {
  dataMatrix(elements: readonly Gs1Element[]): Encoded<Matrix>
  /** Widths of bars and spaces in turn, a bar first. */
  gs1128(elements: readonly Gs1Element[]): Encoded<readonly number[]>
  qr(text: string): Encoded<Matrix>
}

/** Own codes begin without a GTIN, which GS1 asks for. */
const isOwn = (elements: readonly Gs1Element[]) => !['00', '01', '02', '414', '8004'].includes(elements[0]?.ai ?? '')

export async function openSymbols(): Promise<Symbols> {
  const { default: encoder } = await import('bwip-js/node')
  // The library's types lack the form with one argument.
  const raw = encoder.raw as unknown as (options: Encoder) => readonly Raw[]
  function encode<T>(options: Encoder | null, read: (symbol: Raw) => T | undefined): Encoded<T> {
    if (!options) return { refused: '' }
    try {
      const [symbol = {}] = raw(options)
      const ok = read(symbol)
      return ok === undefined ? { refused: '' } : { ok }
    } catch (error) {
      return { refused: String(error instanceof Error ? error.message : error).slice(0, 120) }
    }
  }
  const ofElements = (bcid: string, elements: readonly Gs1Element[]): Encoder | null => {
    const text = writeBracketed(elements)
    // The encoder's escape of a bracket differs from ours.
    return text === null ? null : { bcid, text: text.replaceAll('\\(', '^040'), parse: true, dontlint: isOwn(elements) }
  }
  const matrix = ({ pixs, pixx }: Raw) => (pixs && pixx ? { size: pixx, modules: pixs } : undefined)
  return {
    dataMatrix: elements => encode(ofElements('gs1datamatrix', elements), matrix),
    gs1128: elements => encode(ofElements('gs1-128', elements), ({ sbs }) => sbs),
    qr: text => encode({ bcid: 'qrcode', text, eclevel: 'M' }, matrix),
  }
}
