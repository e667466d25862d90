/** Documents by their numbers, whose prefix tells the kind. */
import { entities } from './index.ts'
import { numberPattern } from './numberPattern.ts'
import type { Entity } from './schema/entity.ts'

export const numberPrefixes = ({ fields }: Entity): readonly string[] =>
  Object.values(fields).flatMap(({ numbered }) => (numbered === undefined ? [] : [numbered.toLowerCase()]))

const numbered = Object.values<Entity>(entities).flatMap(entity =>
  numberPrefixes(entity).map(prefix => ({ prefix, name: entity.name })),
)

/** Names of entities by prefix, in lower case. */
export const kindsByPrefix: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...Map.groupBy(numbered, ({ prefix }) => prefix)].map(([prefix, of]) => [
    prefix,
    new Set(of.map(({ name }) => name)),
  ]),
)

const anyNumber = new RegExp(`\\b${numberPattern}\\b`)

/** First document number of a text, with its only kind. */
export function numberedDocument(text: string): { readonly entity: string; readonly number: string } | undefined {
  const [number] = anyNumber.exec(text) ?? []
  const prefix = /^[A-Z]+/.exec(number ?? '')?.[0] ?? ''
  const [entity, other] = kindsByPrefix.get(prefix.toLowerCase()) ?? []
  return number === undefined || entity === undefined || other !== undefined ? undefined : { entity, number }
}

export function isNumberOf(entity: string, text: string): boolean {
  const named = numberedDocument(text)
  return named?.entity === entity && named.number === text
}
