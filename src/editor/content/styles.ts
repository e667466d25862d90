/** Styles of the editor: marks, attributes and HTML derive from them. */
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
  if (/^#[\da-f]{3}$/.test(written)) return written.replace(/[\da-f]/g, '$&$&')
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

const numberAmong = (known: readonly number[], unit: string) => (value: string) => {
  const number = Number.parseFloat(value)
  return known.includes(number) && (unit !== '' || /^[\d.]+$/.test(value)) ? `${number}${unit}` : null
}

const alignments = new Map([...['center', 'right', 'justify'].map(name => [name, name] as const), ['end', 'right']])

interface Style {
  readonly property: string
  /** Legacy presentational attribute. */
  readonly attribute?: string
  /** Canonical value, so that texts round-trip unchanged; null if none. */
  read(value: string): string | null
}
type Styles = Readonly<Record<string, Style>>

export const characterStyles: Styles = {
  fontColour: { property: 'color', attribute: 'color', read: colourOf },
  backgroundColour: { property: 'background-color', read: colourOf },
  fontFamily: { property: 'font-family', attribute: 'face', read: familyOf },
  fontSize: { property: 'font-size', read: fontSizeOf },
}

/** Styles by attribute of paragraphs and headings. */
export const blockStyles: Styles = {
  align: { property: 'text-align', attribute: 'align', read: value => alignments.get(value) ?? null },
  indent: { property: 'text-indent', read: value => (Number.parseFloat(value) > 0 ? indent : null) },
  lineHeight: { property: 'line-height', read: numberAmong(lineHeights, '') },
  spaceBefore: { property: 'margin-top', read: numberAmong(rowSpacings, 'px') },
  spaceAfter: { property: 'margin-bottom', read: numberAmong(rowSpacings, 'px') },
}

const mapped = <T>(styles: Styles, of: (style: Style, name: string) => T) =>
  Object.fromEntries(Object.entries(styles).map(([name, style]) => [name, of(style, name)]))

export const plainBlock = mapped(blockStyles, () => null)

/** Supported styles of an element; others are dropped. */
export const stylesOf = (element: HTMLElement, styles = blockStyles) =>
  mapped(styles, ({ property, attribute = '', read }) =>
    read(element.style.getPropertyValue(property) || (element.getAttribute(attribute) ?? '')),
  )

export const styleText = (values: Readonly<Record<string, unknown>>, styles = blockStyles): string =>
  Object.entries(styles)
    .flatMap(([name, { property }]) => (values[name] ? `${property}:${values[name]}` : []))
    .join(';')

/** Stored element styles, verbatim instead of the browser's serialization. */
export function storedStyle(element: HTMLElement): string {
  const styles = element.tagName === 'SPAN' ? characterStyles : blockStyles
  return styleText(stylesOf(element, styles), styles)
}
