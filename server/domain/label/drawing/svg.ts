/** Labels as SVG: codes as paths, letters as text in the measured width. Pure. */
import { ascent } from './bitmap.ts'
import type { BarsMark, LabelMark, MatrixMark, TextMark } from './compose.ts'
import type { Typefaces } from './typefaces.ts'

/** Units of a millimetre: whole units a module. */
export const svgScale = 100

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, mark => escapes[mark] ?? mark)

const whole = (value: number) => `${Math.round(value)}`

/** Runs of black modules as one path. */
function matrixPath({ x, y, module, matrix: { size, modules } }: MatrixMark): string {
  let path = ''
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      if (modules[row * size + column] !== 1) continue
      const from = column
      while (column + 1 < size && modules[row * size + column + 1] === 1) column += 1
      const width = (column - from + 1) * module
      path += `M${x + from * module} ${y + row * module}h${width}v${module}h-${width}z`
    }
  return path
}

function barsPath({ x, y, h, module, widths }: BarsMark): string {
  let left = x
  return widths
    .map((width, at) => {
      const from = left
      left += width * module
      return at % 2 === 0 ? `M${from} ${y}h${width * module}v${h}h-${width * module}z` : ''
    })
    .join('')
}

const anchors = { left: 'start', center: 'middle', right: 'end' } as const

/** Clipped to its box: other fonts never run into a code. */
function textElement({ x, y, w, size, text, isBold, align }: TextMark, { regular, bold }: Typefaces): string {
  const at = { left: 0, center: w / 2, right: w }[align]
  const length = (isBold ? bold : regular).widthOf(text) * size
  const weight = isBold ? ' font-weight="700"' : ''
  const box = `x="${whole(x)}" y="${whole(y)}" width="${whole(w)}" height="${whole(size * 1.25)}"`
  const letters = `y="${whole(size * ascent)}" font-size="${whole(size)}"${weight} text-anchor="${anchors[align]}"`
  const fitted = `textLength="${whole(length)}" lengthAdjust="spacingAndGlyphs"`
  return `<svg ${box}><text x="${whole(at)}" ${letters} ${fitted}>${escaped(text)}</text></svg>`
}

function elementOf(mark: LabelMark, typefaces: Typefaces): string {
  switch (mark.kind) {
    case 'text':
      return textElement(mark, typefaces)
    case 'bars':
      return `<path d="${barsPath(mark)}"/>`
    case 'rectangle':
      return `<rect x="${mark.x}" y="${mark.y}" width="${mark.w}" height="${mark.h}"/>`
    default:
      return `<path d="${matrixPath(mark)}"/>`
  }
}

/** Marks in hundredths of a millimetre. */
export function writeSvg(marks: readonly LabelMark[], width: number, height: number, typefaces: Typefaces): string {
  const body = marks.map(mark => elementOf(mark, typefaces)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width * svgScale} ${height * svgScale}" font-family="'Noto Sans SC','Noto Sans CJK SC','Microsoft YaHei','PingFang SC',sans-serif" shape-rendering="crispEdges" fill="#000"><rect width="100%" height="100%" fill="#fff"/>${body}</svg>`
}
