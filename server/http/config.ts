/** Entity definitions for other systems and scripts. */
import { format } from '#contract/messages/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field, Fields } from '#contract/schema/field.ts'
import { patterns } from '#contract/schema/patterns.ts'
import type { Context } from '../db/connection/context.ts'

type Locale = Context['locale']

function configOfField(locale: Locale, key: string, field: Field) {
  const { kind, required, requiredIf, serverManaged, derived, computed, fixed, pattern, enumeration } = field
  return {
    kind,
    title: format(locale, key),
    required: required === true,
    requiredSometimes: requiredIf !== undefined,
    readOnly: serverManaged === true || derived === true || computed !== undefined,
    fixed: fixed === true,
    pattern: pattern ? { name: pattern, source: patterns[pattern].source } : null,
    max: field.max ?? null,
    default: field.default ?? null,
    options: enumeration
      ? Object.keys(enumeration.options).map(value => ({
          value,
          label: format(locale, `${enumeration.name}.${value}`),
        }))
      : null,
    reference: field.to ?? null,
    list: field.list === true,
    filter: field.filter === true,
    width: field.width ?? null,
    hint: field.hint ? format(locale, `${key}.hint`) : null,
  }
}

const configOfFields = (locale: Locale, prefix: string, fields: Fields) =>
  Object.entries(fields).map(([name, field]) => ({ name, ...configOfField(locale, `${prefix}.${name}`, field) }))

export function configOf(entity: Entity, { locale, grants }: Context) {
  return {
    name: entity.name,
    title: format(locale, entity.name),
    titleField: entity.title,
    document: entity.document === true,
    calls: entity.operations,
    order: entity.order ?? [],
    fields: configOfFields(locale, entity.name, entity.fields),
    lines: Object.entries(entity.lines).map(([name, line]) => ({
      name,
      template: line.name,
      title: format(locale, `${entity.name}.${name}`),
      fields: configOfFields(locale, line.name, line.fields),
    })),
    actions: Object.entries(entity.actions).map(([name, action]) => ({
      name,
      title: format(locale, `${entity.name}.${name}`),
      on: action.on,
      from: action.from ?? null,
      to: action.to ?? null,
      permission: action.button ?? name,
      arguments: configOfFields(locale, `${entity.name}.${name}`, action.arguments ?? {}),
    })),
    permissions: [...(grants.get(entity.name) ?? [])],
  }
}
