/** GS1 Digital Link URIs, uncompressed. Pure. */
import { findIdentifier } from './applicationIdentifiers.ts'
import { areValid, type Gs1Element } from './elementString.ts'

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Valid in no value.
    return '\\'
  }
}

/** Also the marks that a URI reserves and `encodeURIComponent` leaves. */
const encoded = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** GTIN-8, -12 and -13 as 14 digits. */
const elementOf = (ai: string, text: string): Gs1Element => {
  const value = decoded(text)
  return { ai, value: ai === '01' && /^(\d{8}|\d{12,13})$/.test(value) ? value.padStart(14, '0') : value }
}

/** Are `ais` qualifiers of the key, in one of its sequences' order? */
function areQualifiers(key: string, ais: readonly string[]): boolean {
  const sequences = findIdentifier(key)?.qualifiers
  return (
    sequences?.some(sequence => {
      const positions = ais.map(ai => sequence.indexOf(ai))
      return positions.every((position, at) => position > (positions[at - 1] ?? -1))
    }) === true
  )
}

function readPath(parts: readonly string[]): readonly Gs1Element[] | null {
  if (parts.length === 0 || parts.length % 2 === 1) return null
  const elements = parts.flatMap((part, at) => (at % 2 === 0 ? [elementOf(part, parts[at + 1] ?? '')] : []))
  const [key, ...qualifiers] = elements.map(({ ai }) => ai)
  return areQualifiers(key ?? '', qualifiers) && areValid(elements) ? elements : null
}

/** Attributes; keys with other signs than digits belong to the resolver. */
const readQuery = (query: string) =>
  query
    .split(/[&;]/)
    .map(pair => /^(\d+)=(.*)$/.exec(pair))
    .flatMap(match => (match ? [elementOf(match[1] ?? '', match[2] ?? '')] : []))

/** Any domain and stem; null where no primary key is, or something is invalid. */
export function readDigitalLink(uri: string): readonly Gs1Element[] | null {
  const [, path, query = ''] = /^https?:\/\/[^/?#\s]+\/([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/i.exec(uri.trim()) ?? []
  if (path === undefined) return null
  const parts = path.replace(/\/$/, '').split('/')
  const starts = parts.map((_, at) => readPath(parts.slice(at)))
  const named = starts.find(elements => elements !== null)
  if (!named) return null
  const elements = [...named, ...readQuery(query)]
  const isAttribute = ({ ai }: Gs1Element) => findIdentifier(ai)?.isLinkAttribute === true
  return areValid(elements) && elements.slice(named.length).every(isAttribute) ? elements : null
}

function pathOf(key: Gs1Element, elements: readonly Gs1Element[]): readonly Gs1Element[] {
  const given = (sequence: readonly string[]) =>
    sequence.flatMap(ai => elements.find(element => element.ai === ai) ?? [])
  const sequences = findIdentifier(key.ai)?.qualifiers ?? []
  const [longest = []] = sequences.map(given).sort((one, other) => other.length - one.length)
  return [key, ...longest]
}

/** First key as path with its qualifiers, the rest as query; null otherwise. */
export function writeDigitalLink(base: string, elements: readonly Gs1Element[]): string | null {
  const key = elements.find(({ ai }) => findIdentifier(ai)?.qualifiers)
  if (!key || !areValid(elements) || !/^https?:\/\/[^/?#\s]+[^?#\s]*$/i.test(base)) return null
  const path = pathOf(key, elements)
  const attributes = elements.filter(({ ai }) => path.every(element => element.ai !== ai))
  // Programs drop `.` and `..` of paths, even escaped.
  if (path.some(({ value }) => /^\.{1,2}$/.test(value))) return null
  if (attributes.some(({ ai }) => findIdentifier(ai)?.isLinkAttribute !== true)) return null
  const query = attributes.map(({ ai, value }) => `${ai}=${encoded(value)}`).join('&')
  const segments = path.map(({ ai, value }) => `${ai}/${encoded(value)}`).join('/')
  return `${base.replace(/\/+$/, '')}/${segments}${query === '' ? '' : `?${query}`}`
}
