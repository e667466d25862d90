/** Labels as ZPL II: own codes and fonts of the printer, other letters as pictures. Pure. */
import { writeEncoded } from '#contract/gs1/elementString.ts'
import { type Bitmap, drawText } from './bitmap.ts'
import { code128Of } from './code128.ts'
import type { BarsMark, LabelMark, MatrixMark, TextMark } from './compose.ts'
import type { Typefaces } from './typefaces.ts'

/** Pictures of a job by text: labels repeat names. */
export type DrawnTexts = Map<string, string>

const counts = [
  [400, 'z'],
  ...Array.from({ length: 19 }, (_, at) => [(19 - at) * 20, String.fromCharCode(121 - at)] as const),
  ...Array.from({ length: 19 }, (_, at) => [19 - at, String.fromCharCode(89 - at)] as const),
] as readonly (readonly [number, string])[]

function repeated(digit: string, length: number): string {
  if (length === 1) return digit
  let rest = length
  let text = ''
  for (const [count, letter] of counts)
    while (rest >= count) {
      text += letter
      rest -= count
    }
  return text + digit
}

/** Hexadecimal rows with the run lengths of `^GF`. */
function compressed({ width, bytes }: Bitmap): string {
  const stride = width / 8
  let before = ''
  let text = ''
  for (let at = 0; at < bytes.length; at += stride) {
    const row = Buffer.from(bytes.subarray(at, at + stride))
      .toString('hex')
      .toUpperCase()
    if (row === before) text += ':'
    else {
      const filled = row.replace(/0+$/, '')
      const runs = filled.match(/(.)\1*/g) ?? []
      text += runs.map(run => repeated(run[0] ?? '', run.length)).join('') + (filled.length < row.length ? ',' : '')
    }
    before = row
  }
  return text
}

function picture(text: string, size: number, isBold: boolean, { regular, bold }: Typefaces): string {
  const drawn = drawText(text, size, isBold ? bold : regular)
  return `^GFA,${drawn.bytes.length},${drawn.bytes.length},${drawn.width / 8},${compressed(drawn)}`
}

const at = (x: number, y: number) => `^FO${Math.max(0, Math.round(x))},${Math.max(0, Math.round(y))}`

/** Hexadecimal escapes of signs that ZPL reads as commands. */
const escaped = (text: string) =>
  text.replace(/[\^~\\_]/g, sign => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

const justified = { left: 'L', center: 'C', right: 'R' } as const

function textField(mark: TextMark, typefaces: Typefaces, drawn: DrawnTexts): string {
  const { x, y, w, text, isBold, align } = mark
  const size = Math.max(6, Math.round(mark.size))
  if (/^[\u0020-\u007e]*$/.test(text))
    return `${at(x, y)}^A0N,${size},${size}^FB${Math.round(w)},1,0,${justified[align]}^FH_^FD${escaped(text)}^FS`
  const key = `${isBold} ${size} ${text}`
  const graphic = drawn.get(key) ?? picture(text, size, isBold, typefaces)
  drawn.set(key, graphic)
  const spare = w - (isBold ? typefaces.bold : typefaces.regular).widthOf(text) * size
  const offset = { left: 0, center: spare / 2, right: spare }[align]
  return `${at(x + offset, y)}${graphic}^FS`
}

/** Largest module of `^BQ` and `^BY`; larger ones are drawn as rectangles. */
const mostModule = 10

const rectangle = (x: number, y: number, w: number, h: number): string =>
  `${at(x, y)}^GB${w},${h},${Math.min(w, h)},B,0^FS`

/** Runs of black modules, row by row. */
function drawnMatrix({ x, y, module, matrix: { size, modules } }: MatrixMark): string {
  const rows = Array.from({ length: size }, (_, row) => modules.slice(row * size, (row + 1) * size).join(''))
  return rows
    .flatMap((row, down) =>
      [...row.matchAll(/1+/g)].map(run =>
        rectangle(x + run.index * module, y + down * module, run[0].length * module, module),
      ),
    )
    .join('')
}

function drawnBars({ x, y, h, module, widths }: BarsMark): string {
  let left = x
  const bars: string[] = []
  widths.forEach((width, at) => {
    if (at % 2 === 0) bars.push(rectangle(left, y, width * module, h))
    left += width * module
  })
  return bars.join('')
}

/** Code words of data by side of a square ECC 200 symbol. */
const capacities: Readonly<Record<number, number>> = {
  10: 3,
  12: 5,
  14: 8,
  16: 12,
  18: 18,
  20: 22,
  22: 30,
  24: 36,
  26: 44,
  32: 62,
  36: 86,
  40: 114,
  44: 144,
}

/** Printers may encode as ASCII only, then needing a larger symbol. */
const isDenserThanAscii = (text: string, size: number): boolean =>
  1 + text.replace(/\d\d/g, '0').length > (capacities[size] ?? 0)

function matrixField(mark: MatrixMark): string {
  const { kind, x, y, module, elements, text } = mark
  if (kind === 'qr' && module > mostModule) return drawnMatrix(mark)
  if (kind === 'qr') return `${at(x, y)}^BQN,2,${module}^FDMA,${text}^FS`
  const encoded = writeEncoded(elements) ?? ''
  if (isDenserThanAscii(encoded, mark.matrix.size)) return drawnMatrix(mark)
  const data = encoded.replaceAll('\u001d', '#1')
  return `${at(x, y)}^BXN,${module},200,,,,#,1^FD#1${data}^FS`
}

function barsField(mark: BarsMark): string {
  const { x, y, h, module, elements } = mark
  if (module > mostModule) return drawnBars(mark)
  return `${at(x, y)}^BY${module},3,${h}^BCN,${h},N,N,N,N^FD${code128Of(elements).data}^FS`
}

function fieldOf(mark: LabelMark, typefaces: Typefaces, drawn: DrawnTexts): string {
  switch (mark.kind) {
    case 'text':
      return textField(mark, typefaces, drawn)
    case 'bars':
      return barsField(mark)
    case 'rectangle':
      return rectangle(mark.x, mark.y, mark.w, mark.h)
    default:
      return matrixField(mark)
  }
}

interface Size {
  readonly width: number
  readonly height: number
  /** Dots a millimetre. */
  readonly scale: number
  readonly copies: number
}

/** One label; marks in dots. */
export function writeZpl(marks: readonly LabelMark[], size: Size, typefaces: Typefaces, drawn: DrawnTexts): string {
  const { width, height, scale, copies } = size
  const head = `^XA^CI28^LH0,0^PW${width * scale}^LL${height * scale}`
  const fields = marks.map(mark => fieldOf(mark, typefaces, drawn)).join('\n')
  return `${head}\n${fields}\n^PQ${copies},0,0,N^XZ\n`
}
