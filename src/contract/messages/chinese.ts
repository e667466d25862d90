/** zh-CN messages: from the definitions, plus those needed before sign-in. */
import { entities } from '../index.ts'
import { refusals } from '../schema/answer.ts'
import { areaTitles, type Entity } from '../schema/entity.ts'
import type { Fields } from '../schema/field.ts'
import { epcisFields, exportFields, reviewascFields, reviewdescFields } from '../trace/trace.ts'
import type { Texts } from './locales.ts'
import messages from './zh-CN.ts'

export function fieldTexts(prefix: string, fields: Fields, into: Record<string, string> = {}): Texts {
  for (const [name, field] of Object.entries(fields)) {
    into[`${prefix}.${name}`] = field.title
    if (field.hint) into[`${prefix}.${name}.hint`] = field.hint
    if (field.enumeration) {
      for (const [code, title] of Object.entries(field.enumeration.options))
        into[`${field.enumeration.name}.${code}`] = title as string
    }
  }
  return into
}

export function entityTexts(entity: Entity, into: Record<string, string> = {}): Texts {
  into[entity.name] = entity.label
  fieldTexts(entity.name, entity.fields, into)
  for (const [name, line] of Object.entries(entity.lines)) {
    into[`${entity.name}.${name}`] = line.label
    entityTexts(line, into)
  }
  for (const [name, action] of Object.entries(entity.actions)) {
    into[`${entity.name}.${name}`] = action.label
    if (action.arguments) fieldTexts(`${entity.name}.${name}`, action.arguments, into)
  }
  for (const [name, createFrom] of Object.entries(entity.createsFrom ?? {}))
    into[`${entity.name}.${name}`] = createFrom.label
  return into
}

export function chinese(): Texts {
  const into: Record<string, string> = {}
  for (const entity of Object.values<Entity>(entities)) if (!entity.internal) entityTexts(entity, into)
  for (const [area, { title }] of Object.entries(areaTitles)) into[`area.${area}`] = title
  for (const [name, { text }] of Object.entries(refusals)) into[`error.${name}`] = text
  fieldTexts('reviewasc', reviewascFields, into)
  fieldTexts('reviewdesc', reviewdescFields, into)
  fieldTexts('reviewexport', exportFields, into)
  fieldTexts('stockledger.exportEpcis', epcisFields, into)

  return Object.assign(into, messages)
}
