/** GS1 element strings, encoded and bracketed. Pure. */
import { findIdentifier, identifierAt, isValueOf } from './applicationIdentifiers.ts'

export interface Gs1Element {
  readonly ai: string
  readonly value: string
}

/** Valid values, no identifier twice with different ones. */
export function areValid(elements: readonly Gs1Element[]): boolean {
  return (
    elements.length > 0 &&
    elements.every(({ ai, value }, at) => {
      const identifier = findIdentifier(ai)
      const isRepeated = elements.slice(0, at).some(before => before.ai === ai && before.value !== value)
      return identifier !== null && isValueOf(identifier, value) && !isRepeated
    })
  )
}

const fnc1 = '\u001d'

/** Separator (FNC1) with substitutes that some scanners type. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separator of GS1 is a control character
export const separator = /[\u001d|~^]/

const leading = new RegExp(`^${separator.source}`)

/** Symbology identifiers of GS1-128, DataBar, DataMatrix, QR Code and DotCode. */
export const symbologyIdentifier = /^\](?:C1|e[0-2]|d2|Q3|J1)/

/** `(01)06901234567892(10)P2026`; brackets in values as `\(`, blanks ignored. */
function readBracketed(text: string): readonly Gs1Element[] | null {
  const element = /\((\d{2,4})\)((?:\\\(|[^(\\]|\((?!\d{2,4}\)))*)/y
  const elements: Gs1Element[] = []
  while (element.lastIndex < text.length) {
    const [, ai, value] = element.exec(text) ?? []
    if (ai === undefined || value === undefined) return null
    elements.push({ ai, value: value.replaceAll('\\(', '(').trim() })
  }
  return elements
}

function readConcatenated(text: string): readonly Gs1Element[] | null {
  const elements: Gs1Element[] = []
  for (let rest = text.replace(leading, ''); rest !== ''; ) {
    const identifier = identifierAt(rest)
    if (!identifier) return null
    const { ai, predefinedLength } = identifier
    const after = rest.slice(ai.length)
    const end = predefinedLength ?? after.search(separator)
    const value = end < 0 ? after : after.slice(0, end)
    elements.push({ ai, value })
    rest = after.slice(value.length).replace(leading, '')
  }
  return elements
}

/** Encoded or bracketed text; null when invalid. */
export function readElementString(text: string): readonly Gs1Element[] | null {
  const bare = text.trim().replace(symbologyIdentifier, '')
  const elements = bare.startsWith('(') ? readBracketed(bare) : readConcatenated(bare)
  return elements && areValid(elements) ? elements : null
}

/** `(01)…(17)…(10)…`, brackets in values as `\(`; null for invalid elements. */
export function writeBracketed(elements: readonly Gs1Element[]): string | null {
  if (!areValid(elements)) return null
  return elements.map(({ ai, value }) => `(${ai})${value.replaceAll('(', '\\(')}`).join('')
}

/** U+001D after variable lengths that something follows; null for invalid elements. */
export function writeEncoded(elements: readonly Gs1Element[]): string | null {
  if (!areValid(elements)) return null
  return elements
    .map(({ ai, value }, at) => {
      const isEnded = findIdentifier(ai)?.predefinedLength !== undefined || at === elements.length - 1
      return `${ai}${value}${isEnded ? '' : fnc1}`
    })
    .join('')
}
