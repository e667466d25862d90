/** Marks of a label from layout and content, in dots. Pure but for the encoder. */
import { writeDigitalLink } from '#contract/gs1/digitalLink.ts'
import type { Gs1Element } from '#contract/gs1/elementString.ts'
import { writeBracketed } from '#contract/gs1/elementString.ts'
import type { LabelFaultFound } from '#contract/label/label.ts'
import { dotsPerMm } from '#contract/label/labelprinter.ts'
import type { FieldElement, Gs1128Element, LabelElement, LabelLayout, TextElement } from '#contract/label/layout.ts'
import { code128Of } from './code128.ts'
import type { Matrix, Symbols } from './symbols.ts'
import type { Typefaces } from './typefaces.ts'
import { lineHeight, typeset } from './typesetting.ts'

/** What a label says: texts by field, and the elements of its codes. */
export interface LabelContent {
  readonly values: Readonly<Record<string, string>>
  readonly elements: readonly Gs1Element[]
  /** Elements only for codes that choose them. */
  readonly further?: readonly Gs1Element[] | undefined
  /** Base of Digital Links; GS1's own by default. */
  readonly linkBase?: string | undefined
}

export interface TextMark {
  readonly kind: 'text'
  readonly x: number
  /** Top of the line; letters are `size` high. */
  readonly y: number
  readonly w: number
  readonly size: number
  readonly text: string
  readonly isBold: boolean
  readonly align: 'left' | 'center' | 'right'
}

export interface MatrixMark {
  readonly kind: 'dataMatrix' | 'qr'
  readonly x: number
  readonly y: number
  /** Whole dots of a module. */
  readonly module: number
  readonly matrix: Matrix
  readonly elements: readonly Gs1Element[]
  readonly text: string
}

export interface BarsMark {
  readonly kind: 'bars'
  readonly x: number
  readonly y: number
  readonly h: number
  readonly module: number
  readonly widths: readonly number[]
  readonly elements: readonly Gs1Element[]
}

export interface RectangleMark {
  readonly kind: 'rectangle'
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export type LabelMark = TextMark | MatrixMark | BarsMark | RectangleMark

export type FaultCode = LabelFaultFound['code']

export interface Fault {
  readonly at: number
  readonly code: FaultCode
  readonly text: string
}

export interface Composed {
  readonly marks: readonly LabelMark[]
  readonly faults: readonly Fault[]
}

export interface Press {
  readonly typefaces: Typefaces
  readonly symbols: Symbols
}

type Part = readonly LabelMark[] | { readonly code: FaultCode; readonly text?: string }

/** Base of links; resolved by GS1 where nobody else does. */
const usualBase = 'https://id.gs1.org'
/** Least module in millimetres that desktop scanners read well. */
const leastModule = 0.2
/** GS1's least module of SSCC on logistics labels, in millimetres. */
const leastSsccModule = 0.495
/** Dots a millimetre of the coarsest printers. */
const coarsest = dotsPerMm.D203
const quietZones = { dataMatrix: 1, qr: 4, gs1128: 10 } as const

function letteringOf(element: TextElement | FieldElement, text: string, scale: number, press: Press): Part {
  if (text.trim() === '') return []
  const { x, y, w, h, size, isBold = false, align = 'left', wraps } = element
  const set = typeset(text, { w, h, size, wraps }, isBold ? press.typefaces.bold : press.typefaces.regular)
  if (!set) return { code: 'TEXT_TOO_LONG', text }
  return set.lines.map((line, at) => ({
    kind: 'text',
    x: x * scale,
    y: (y + at * set.size * lineHeight) * scale,
    w: w * scale,
    size: set.size * scale,
    text: line,
    isBold,
    align,
  }))
}

/** Largest whole dots of a module; null below what is readable. */
function moduleOf(modules: number, side: number, scale: number): number | null {
  const module = Math.floor((side * scale + 1e-6) / modules)
  return module >= Math.ceil(leastModule * scale - 1e-6) ? module : null
}

function matrixOf(
  kind: 'dataMatrix' | 'qr',
  { x, y, w, h }: LabelElement,
  scale: number,
  code: { readonly matrix: Matrix; readonly elements: readonly Gs1Element[]; readonly text: string },
): Part {
  const modules = code.matrix.size + 2 * quietZones[kind]
  const module = moduleOf(modules, Math.min(w, h), scale)
  if (module === null) return { code: 'CODE_TOO_LARGE' }
  const side = module * code.matrix.size
  const centred = (from: number, size: number) => Math.round(from * scale + (size * scale - side) / 2)
  return [{ kind, x: centred(x, w), y: centred(y, h), module, ...code }]
}

/** Keys, then fixed lengths, then the rest: the shortest symbol. */
const order = ['00', '01', '02', '414', '8004', '11', '15', '17', '310', '37', '254', '10', '21']
const rank = ({ ai }: Gs1Element) => {
  const at = order.findIndex(each => ai.startsWith(each) && (ai.length === each.length || each === '310'))
  return at < 0 ? order.length : at
}

/** Elements of a code; `310` stands for 3100 to 3105. */
function chosen({ elements, further = [] }: LabelContent, ais: readonly string[] | undefined): readonly Gs1Element[] {
  if (!ais) return elements
  const isChosen = ({ ai }: Gs1Element) =>
    ais.some(each => each === ai || (each.length === 3 && ai.length === 4 && ai.startsWith(each)))
  return [...elements, ...further].filter(isChosen).sort((one, other) => rank(one) - rank(other))
}

/** Printers encode by themselves, and less densely. */
const modulesOf = ({ elements, widths }: Pick<BarsMark, 'elements' | 'widths'>): number =>
  Math.max(
    code128Of(elements).modules,
    widths.reduce((sum, width) => sum + width, 0),
  )

/** Warns of an SSCC that coarse printers print too thin, with the width it needs. */
function thinSscc(element: LabelElement, at: number, marks: readonly LabelMark[]): readonly Fault[] {
  const bars = marks.find(mark => mark.kind === 'bars')
  if (!bars?.elements.some(({ ai }) => ai === '00')) return []
  const modules = modulesOf(bars) + 2 * quietZones.gs1128
  const dots = Math.floor((element.w * coarsest + 1e-6) / modules)
  if (dots / coarsest >= leastSsccModule) return []
  const needed = (modules * Math.ceil(leastSsccModule * coarsest)) / coarsest
  return [{ at, code: 'SSCC_THIN', text: `${Math.ceil(needed)}` }]
}

function barsOf(element: Gs1128Element, content: LabelContent, scale: number, press: Press): Part {
  const elements = chosen(content, element.ais)
  if (elements.length === 0) return { code: 'NO_CODE' }
  const code = press.symbols.gs1128(elements)
  if ('refused' in code) return { code: 'CODE_REFUSED', text: code.refused }
  const { x, y, w, h, hasText } = element
  const modules = modulesOf({ elements, widths: code.ok })
  const module = moduleOf(modules + 2 * quietZones.gs1128, w, scale)
  if (module === null) return { code: 'CODE_TOO_LARGE' }
  const letters = hasText ? Math.min(3, h / 4) : 0
  const bars: BarsMark = {
    kind: 'bars',
    x: Math.round((x + w / 2) * scale - (modules * module) / 2),
    y: Math.round(y * scale),
    h: Math.round((h - letters * 1.3) * scale),
    module,
    widths: code.ok,
    elements,
  }
  if (!hasText) return [bars]
  const below = {
    kind: 'text',
    x,
    y: y + h - letters * 1.1,
    w,
    h: letters * 1.2,
    size: letters,
    align: 'center',
  } as const
  const text = letteringOf({ ...below, text: '' }, writeBracketed(elements) ?? '', scale, press)
  return 'code' in text ? text : [bars, ...text]
}

function frameOf({ x, y, w, h }: LabelElement, thickness: number, scale: number): readonly LabelMark[] {
  const at = (value: number) => Math.round(value * scale)
  const width = Math.max(1, at(thickness))
  const side = (left: number, top: number, right: number, bottom: number): RectangleMark => ({
    kind: 'rectangle',
    x: left,
    y: top,
    w: Math.max(1, right - left),
    h: Math.max(1, bottom - top),
  })
  const [left, top, right, bottom] = [at(x), at(y), at(x + w), at(y + h)]
  return [
    side(left, top, right, top + width),
    side(left, bottom - width, right, bottom),
    side(left, top, left + width, bottom),
    side(right - width, top, right, bottom),
  ]
}

function partOf(element: LabelElement, content: LabelContent, scale: number, press: Press): Part {
  switch (element.kind) {
    case 'text':
      return letteringOf(element, element.text, scale, press)
    case 'field': {
      const value = content.values[element.field] ?? ''
      return letteringOf(element, value === '' ? '' : `${element.before ?? ''}${value}`, scale, press)
    }
    case 'dataMatrix': {
      const elements = chosen(content, element.ais)
      if (elements.length === 0) return { code: 'NO_CODE' }
      const code = press.symbols.dataMatrix(elements)
      if ('refused' in code) return { code: 'CODE_REFUSED', text: code.refused }
      return matrixOf('dataMatrix', element, scale, { matrix: code.ok, elements, text: '' })
    }
    case 'qr': {
      const text = writeDigitalLink(
        content.linkBase ?? usualBase,
        content.elements.filter(({ ai }) => !ai.startsWith('9')),
      )
      if (text === null) return { code: 'NO_LINK' }
      const code = press.symbols.qr(text)
      if ('refused' in code) return { code: 'CODE_REFUSED', text: code.refused }
      return matrixOf('qr', element, scale, { matrix: code.ok, elements: content.elements, text })
    }
    case 'gs1128':
      return barsOf(element, content, scale, press)
    case 'line':
      return frameOf(element, Math.min(element.w, element.h), scale).slice(0, 1)
    case 'box':
      return frameOf(element, element.thickness ?? 0.3, scale)
  }
}

const isChoosing = (element: LabelElement | undefined) =>
  (element?.kind === 'gs1128' || element?.kind === 'dataMatrix') && element.ais !== undefined

/** `scale` dots a millimetre. */
export function compose(layout: LabelLayout, content: LabelContent, scale: number, press: Press): Composed {
  const drawn = layout.map(element => partOf(element, content, scale, press))
  const hasCode = drawn.some(
    part => !('code' in part) && part.some(({ kind }) => kind !== 'text' && kind !== 'rectangle'),
  )
  // Codes of chosen elements are left out where another stands for the record.
  const parts = drawn.map((part, at) =>
    hasCode && 'code' in part && part.code === 'NO_CODE' && isChoosing(layout[at]) ? [] : part,
  )
  return {
    marks: parts.flatMap(part => ('code' in part ? [] : part)),
    faults: parts.flatMap((part, at) => {
      if ('code' in part) return [{ at, code: part.code, text: part.text ?? '' }]
      const element = layout[at]
      return element ? thinSscc(element, at, part) : []
    }),
  }
}
