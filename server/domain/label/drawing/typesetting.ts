/** TypesetLines of a text in its box. Pure. */
import type { Typeface } from './typefaces.ts'

export interface TypesetLines {
  /** Letter size, smaller than asked where that fits. */
  readonly size: number
  readonly lines: readonly string[]
}

export const lineHeight = 1.2
/** Smallest part of the asked size. */
const leastShare = 0.6
const steps = 8

/** Breaks after blanks and hyphens, and between Chinese characters. */
const pieces = (text: string): readonly string[] =>
  text.match(
    /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]|[^\s\-\p{Script=Han}\u3000-\u303f\uff00-\uffef]+[-\s]*|[-\s]+/gu,
  ) ?? []

function brokenAt(paragraph: string, width: number, { widthOf }: Typeface): readonly string[] | null {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(paragraph)) {
    if (widthOf((line + piece).trimEnd()) <= width) {
      line += piece
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    line = piece.trimStart()
    // A word wider than the box is broken anywhere.
    while (widthOf(line.trimEnd()) > width) {
      const characters = [...line]
      let count = characters.length
      while (count > 0 && widthOf(characters.slice(0, count).join('')) > width) count -= 1
      if (count === 0) return null
      lines.push(characters.slice(0, count).join(''))
      line = characters.slice(count).join('')
    }
  }
  return [...lines, line.trimEnd()]
}

interface Box {
  readonly w: number
  readonly h: number
  readonly size: number
  readonly wraps?: boolean | undefined
}

function linesAt(text: string, { w, h, size, wraps }: Box, face: Typeface): readonly string[] | null {
  const slack = 1e-6
  const paragraphs = text.split('\n')
  const width = w / size + slack
  const broken = wraps
    ? paragraphs.map(paragraph => brokenAt(paragraph, width, face))
    : paragraphs.map(paragraph => (face.widthOf(paragraph) <= width ? [paragraph] : null))
  if (broken.includes(null)) return null
  const lines = broken.flatMap(each => each ?? [])
  const height = (lines.length - 1) * lineHeight * size + size
  return height <= h + size * 0.25 + slack ? lines : null
}

/** Null where the text does not fit even in the smallest size. */
export function typeset(text: string, box: Box, face: Typeface): TypesetLines | null {
  for (let step = 0; step <= steps; step += 1) {
    const size = box.size * (1 - ((1 - leastShare) * step) / steps)
    const lines = linesAt(text, { ...box, size }, face)
    if (lines) return { size, lines }
  }
  return null
}
