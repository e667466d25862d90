/** Layout of a label: elements in millimetres from the top left corner. Pure. */
import { isObject } from '../schema/field.ts'
import { fieldsOfPurpose, type LabelPurpose } from './labelFields.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

interface Lettering extends Box {
  /** Height of the letters in millimetres. */
  readonly size: number
  readonly isBold?: boolean
  readonly align?: 'left' | 'center' | 'right'
  readonly wraps?: boolean
}

export interface TextElement extends Lettering {
  readonly kind: 'text'
  readonly text: string
}

export interface FieldElement extends Lettering {
  readonly kind: 'field'
  readonly field: string
  /** Fixed text before the value, e.g. `批号：`. */
  readonly before?: string
}

export interface DataMatrixElement extends Box {
  readonly kind: 'dataMatrix'
  /** Only these application identifiers; all of the record by default. */
  readonly ais?: readonly string[]
}

export interface Gs1128Element extends Box {
  readonly kind: 'gs1128'
  readonly ais?: readonly string[]
  readonly hasText?: boolean
}

export interface QrElement extends Box {
  readonly kind: 'qr'
}

export interface RuleElement extends Box {
  /** A line fills its box; a box is its frame. */
  readonly kind: 'line' | 'box'
  readonly thickness?: number
}

export type LabelElement = TextElement | FieldElement | DataMatrixElement | Gs1128Element | QrElement | RuleElement

export type LabelLayout = readonly LabelElement[]

export const elementKinds = ['text', 'field', 'dataMatrix', 'gs1128', 'qr', 'line', 'box'] as const

export const maxElements = 60
export const maxElementText = 200
export const maxIdentifiers = 20
/** Sides of labels in millimetres. */
export const labelSides = { least: 10, most: 300 } as const
export const letterSizes = { least: 1, most: 60 } as const

const isNumber = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most
const isFlag = (value: unknown) => value === undefined || typeof value === 'boolean'
const isText = (value: unknown) =>
  typeof value === 'string' &&
  value.length <= maxElementText &&
  value.isWellFormed() &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no control characters on labels
  !/[\u0000-\u0009\u000b-\u001f]/.test(value)
const areAis = (value: unknown) =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxIdentifiers &&
    value.every(ai => /^\d{2,4}$/.test(String(ai))))

const box = ['kind', 'x', 'y', 'w', 'h']
const lettering = [...box, 'size', 'isBold', 'align', 'wraps']
const properties: Readonly<Record<string, readonly string[]>> = {
  text: [...lettering, 'text'],
  field: [...lettering, 'field', 'before'],
  dataMatrix: [...box, 'ais'],
  gs1128: [...box, 'ais', 'hasText'],
  qr: box,
  line: box,
  box: [...box, 'thickness'],
}

type Shape = Readonly<Record<string, unknown>>

const isLettering = ({ size, isBold, align, wraps }: Shape) =>
  isNumber(size, letterSizes.least, letterSizes.most) &&
  isFlag(isBold) &&
  isFlag(wraps) &&
  (align === undefined || ['left', 'center', 'right'].includes(align as string))

function isElement(element: unknown, purpose: LabelPurpose | undefined): boolean {
  if (!isObject(element)) return false
  const { kind, x, y, w, h, text, field, before, ais, hasText, thickness } = element
  const own = typeof kind === 'string' && Object.hasOwn(properties, kind) ? properties[kind] : undefined
  if (!own || Object.keys(element).some(name => !own.includes(name))) return false
  const { most } = labelSides
  if (![x, y].every(side => isNumber(side, 0, most)) || ![w, h].every(side => isNumber(side, 0.1, most))) return false
  if (kind === 'text') return isLettering(element) && isText(text)
  if (kind === 'field')
    return (
      isLettering(element) &&
      typeof field === 'string' &&
      (!purpose || fieldsOfPurpose[purpose].includes(field as never)) &&
      (before === undefined || isText(before))
    )
  return areAis(ais) && isFlag(hasText) && (thickness === undefined || isNumber(thickness, 0.1, 20))
}

/** Names of the purpose's fields are checked where it is given. */
export function isLayout(value: unknown, purpose?: LabelPurpose): value is LabelLayout {
  return Array.isArray(value) && value.length <= maxElements && value.every(element => isElement(element, purpose))
}

export function isWithin(layout: LabelLayout, width: number, height: number): boolean {
  const slack = 0.001
  return layout.every(({ x, y, w, h }) => x + w <= width + slack && y + h <= height + slack)
}
