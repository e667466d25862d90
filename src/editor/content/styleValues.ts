/** Canonical style values, so texts round-trip unchanged. Pure. */
import { fontSizes, indent, lineHeights, rowSpacings } from '#contract/schema/richTextFigures.ts'

const pair = (part: string) =>
  Math.min(255, Math.round(Number(part)))
    .toString(16)
    .padStart(2, '0')

/** Colour as `#rrggbb` or name; null if invalid or invisible. */
export function colourOf(value: string): string | null {
  const written = value.trim().toLowerCase()
  const parts = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+%?))?\s*\)$/.exec(written)
  if (parts) {
    const [, red = '', green = '', blue = '', alpha = '1'] = parts
    return Number.parseFloat(alpha) === 0 ? null : `#${pair(red)}${pair(green)}${pair(blue)}`
  }
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(written)
  if (short)
    return `#${short
      .slice(1)
      .map(digit => digit + digit)
      .join('')}`
  if (/^#[\da-f]{6}$/.test(written)) return written
  // Inherited and system colours are no text colour.
  const isName =
    /^[a-z]{3,22}$/.test(written) &&
    !/^(inherit|initial|unset|transparent|none|windowtext|currentcolor|auto)$/.test(written)
  return isName ? written : null
}

export function familyOf(value: string): string | null {
  const names = value.split(',').map(name => name.replace(/["']/g, '').trim())
  const whole = names.filter(Boolean).join(',')
  return /^[\w\s,\u4e00-\u9fff-]{1,200}$/.test(whole) && !/^(inherit|initial|unset)$/.test(whole) ? whole : null
}

/** Nearest supported font size in pixels; Word uses points. */
export function fontSizeOf(value: string): string | null {
  const [, number = '', unit = ''] = /^([\d.]+)(px|pt)$/.exec(value.trim()) ?? []
  if (number === '') return null
  const pixels = Number(number) * (unit === 'pt' ? 4 / 3 : 1)
  const nearest = (fontSizes as readonly number[]).reduce((best, size) =>
    Math.abs(size - pixels) < Math.abs(best - pixels) ? size : best,
  )
  return `${nearest}px`
}

export interface BlockStyle {
  readonly align: string | null
  readonly indent: boolean
  readonly lineHeight: number | null
  readonly spaceBefore: number | null
  readonly spaceAfter: number | null
}

export const plainBlock: BlockStyle = {
  align: null,
  indent: false,
  lineHeight: null,
  spaceBefore: null,
  spaceAfter: null,
}

const among = (known: readonly number[], value: number) => (known.includes(value) ? value : null)
const alignments: Readonly<Record<string, string>> = {
  start: 'left',
  end: 'right',
  left: 'left',
  right: 'right',
  center: 'center',
  justify: 'justify',
}

/** Supported block styles of an element; others are dropped. */
export function readBlock({ style }: Pick<HTMLElement, 'style'>, attribute: string | null = null): BlockStyle {
  const align = alignments[style.textAlign || (attribute ?? '')] ?? null
  return {
    align: align === 'left' ? null : align,
    indent: Number.parseFloat(style.textIndent) > 0,
    lineHeight: /^[\d.]+$/.test(style.lineHeight) ? among(lineHeights, Number(style.lineHeight)) : null,
    spaceBefore: among(rowSpacings, Number.parseFloat(style.marginTop)),
    spaceAfter: among(rowSpacings, Number.parseFloat(style.marginBottom)),
  }
}

export function blockStyle({
  align,
  indent: isIn,
  lineHeight,
  spaceBefore,
  spaceAfter,
}: BlockStyle): string | undefined {
  const said = [
    align && `text-align:${align}`,
    isIn && `text-indent:${indent}`,
    lineHeight && `line-height:${lineHeight}`,
    spaceBefore && `margin-top:${spaceBefore}px`,
    spaceAfter && `margin-bottom:${spaceAfter}px`,
  ].filter(Boolean)
  return said.length === 0 ? undefined : said.join(';')
}

const ofLetters = [
  ['color', colourOf],
  ['background-color', colourOf],
  ['font-family', familyOf],
  ['font-size', fontSizeOf],
] as const

/** Stored element styles, verbatim instead of the browser's serialization. */
export function storedStyle(element: HTMLElement): string {
  const letters = ofLetters.flatMap(([name, read]) => {
    const value = read(element.style.getPropertyValue(name))
    return value === null ? [] : [`${name}:${value}`]
  })
  const block = element.tagName === 'SPAN' ? undefined : blockStyle(readBlock(element))
  return [...letters, ...(block === undefined ? [] : [block])].join(';')
}
