/** Values of styles as they are stored: one way of writing each, so that a text comes back as it was saved. Pure. */
import { fontSizes, indent, lineHeights, rowSpacings } from '../../contract/schema/richTextFigures.ts'

const pair = (part: string) =>
  Math.min(255, Math.round(Number(part)))
    .toString(16)
    .padStart(2, '0')

/** A colour as `#rrggbb` or by its name; null where it is none or cannot be seen. */
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
  // What only says that it is as around it, or as the system has it, is no colour of the text.
  const isName =
    /^[a-z]{3,22}$/.test(written) &&
    !/^(inherit|initial|unset|transparent|none|windowtext|currentcolor|auto)$/.test(written)
  return isName ? written : null
}

/** A family of letters without quotes, its names parted by one comma. */
export function familyOf(value: string): string | null {
  const names = value.split(',').map(name => name.replace(/["']/g, '').trim())
  const whole = names.filter(Boolean).join(',')
  return /^[\w\s,\u4e00-\u9fff-]{1,200}$/.test(whole) && !/^(inherit|initial|unset)$/.test(whole) ? whole : null
}

/** A size of text in pixels that the editor knows: the nearest one, for those of Word are in points. */
export function sizeOf(value: string): string | null {
  const [, number = '', unit = ''] = /^([\d.]+)(px|pt)$/.exec(value.trim()) ?? []
  if (number === '') return null
  const pixels = Number(number) * (unit === 'pt' ? 4 / 3 : 1)
  const nearest = (fontSizes as readonly number[]).reduce((best, size) =>
    Math.abs(size - pixels) < Math.abs(best - pixels) ? size : best,
  )
  return `${nearest}px`
}

/** What the block that holds a text may be told. */
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

/** What the styles of an element say of its block; what the editor does not offer is left out. */
export function readBlock({ style }: Pick<HTMLElement, 'style'>, attribute: string | null = null): BlockStyle {
  const align = alignments[style.textAlign || (attribute ?? '')] ?? null
  return {
    // Everything begins at the left unless said.
    align: align === 'left' ? null : align,
    indent: Number.parseFloat(style.textIndent) > 0,
    lineHeight: /^[\d.]+$/.test(style.lineHeight) ? among(lineHeights, Number(style.lineHeight)) : null,
    spaceBefore: among(rowSpacings, Number.parseFloat(style.marginTop)),
    spaceAfter: among(rowSpacings, Number.parseFloat(style.marginBottom)),
  }
}

/** The styles of a block as they are stored; undefined where there are none. */
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
  ['font-size', sizeOf],
] as const

/** The styles of an element as they are stored: a browser writes down its own reading of them. */
export function storedStyle(element: HTMLElement): string {
  const letters = ofLetters.flatMap(([name, read]) => {
    const value = read(element.style.getPropertyValue(name))
    return value === null ? [] : [`${name}:${value}`]
  })
  const block = element.tagName === 'SPAN' ? undefined : blockStyle(readBlock(element))
  return [...letters, ...(block === undefined ? [] : [block])].join(';')
}
