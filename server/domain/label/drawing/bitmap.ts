/** One-bit pictures of letters: outlines filled by scan lines. Pure. */
import type { PathCommand } from 'fontkit'
import type { Typeface } from './typefaces.ts'

export interface Bitmap {
  readonly width: number
  readonly height: number
  /** Rows of whole bytes, highest bit first, 1 is black. */
  readonly bytes: Uint8Array
}

type Point = readonly [x: number, y: number]
/** Edge downwards, with its winding. */
type Edge = readonly [x1: number, y1: number, x2: number, y2: number, winding: number]

const curveSteps = 6

function* flattened(from: Point, [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3, y3]: readonly number[]): Generator<Point> {
  for (let step = 1; step <= curveSteps; step += 1) {
    const t = step / curveSteps
    const u = 1 - t
    yield x3 === undefined || y3 === undefined
      ? [u * u * from[0] + 2 * u * t * x1 + t * t * x2, u * u * from[1] + 2 * u * t * y1 + t * t * y2]
      : [
          u ** 3 * from[0] + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t ** 3 * x3,
          u ** 3 * from[1] + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t ** 3 * y3,
        ]
  }
}

/** Edges of an outline, through `place` from font units to dots. */
function edgesOf(commands: readonly PathCommand[], place: (point: Point) => Point): Edge[] {
  const edges: Edge[] = []
  let start: Point = [0, 0]
  let at: Point = [0, 0]
  const lineTo = (to: Point) => {
    const [[x1, y1], [x2, y2]] = [place(at), place(to)]
    if (y1 < y2) edges.push([x1, y1, x2, y2, 1])
    else if (y1 > y2) edges.push([x2, y2, x1, y1, -1])
    at = to
  }
  for (const { command, args } of commands) {
    const end: Point = [args.at(-2) ?? 0, args.at(-1) ?? 0]
    if (command === 'moveTo') start = at = end
    else if (command === 'closePath') lineTo(start)
    else if (command === 'lineTo') lineTo(end)
    else for (const point of flattened(at, args)) lineTo(point)
  }
  return edges
}

/** Dots whose centre lies inside, by the non-zero rule. */
function fill(bytes: Uint8Array, width: number, height: number, edges: readonly Edge[]): void {
  const stride = width / 8
  const rows: Edge[][] = Array.from({ length: height }, () => [])
  for (const edge of edges) {
    const last = Math.min(height - 1, Math.ceil(edge[3] - 0.5) - 1)
    for (let row = Math.max(0, Math.ceil(edge[1] - 0.5)); row <= last; row += 1) rows[row]?.push(edge)
  }
  rows.forEach((crossing, row) => {
    const centre = row + 0.5
    const marks = crossing
      .map(([x1, y1, x2, y2, winding]) => [x1 + ((centre - y1) * (x2 - x1)) / (y2 - y1), winding] as const)
      .sort(([one], [other]) => one - other)
    let depth = 0
    marks.forEach(([x, winding], at) => {
      depth += winding
      if (depth === 0) return
      const last = Math.min(width - 1, Math.ceil((marks[at + 1]?.[0] ?? x) - 0.5) - 1)
      for (let column = Math.max(0, Math.ceil(x - 0.5)); column <= last; column += 1) {
        const byte = row * stride + (column >> 3)
        bytes[byte] = (bytes[byte] ?? 0) | (0x80 >> (column & 7))
      }
    })
  })
}

/** Share of the letter size above the base line, as the font has it. */
export const ascent = 0.88

/** A line of letters of `size` dots. */
export function drawText(text: string, size: number, { glyphOf, widthOf, unitsPerEm }: Typeface): Bitmap {
  const width = Math.ceil((widthOf(text) * size + 1) / 8) * 8
  const height = Math.ceil(size * 1.2)
  const scale = size / unitsPerEm
  const edges: Edge[] = []
  let pen = 0
  for (const character of text) {
    const left = pen
    const glyph = glyphOf(character)
    for (const edge of edgesOf(glyph.path.commands, ([x, y]) => [left + x * scale, ascent * size - y * scale]))
      edges.push(edge)
    pen += glyph.advanceWidth * scale
  }
  const bytes = new Uint8Array((width / 8) * height)
  fill(bytes, width, height, edges)
  return { width, height, bytes }
}
