/** JSON Schema of definitions for openapi.json: avoids a second schema language. */
import type { Entity } from './entity.ts'
import type { Field, Fields, Kind } from './field.ts'
import type { JsonSchema } from './jsonSchema.ts'
import { patterns } from './patterns.ts'
import { maxFiles } from './storedFile.ts'

const string = { type: 'string' }
const integer = { type: 'integer' }
const decimalText = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }

const shapes = {
  text: string,
  longText: string,
  richText: { type: 'string', contentMediaType: 'text/html' },
  secret: string,
  integer,
  bigint: integer,
  quantity: decimalText,
  money: decimalText,
  rate: decimalText,
  decimal: decimalText,
  date: { type: 'string', format: 'date' },
  instant: { type: 'string', format: 'date-time' },
  flag: { type: 'boolean' },
  enumeration: string,
  enumerations: { type: 'array', items: string },
  reference: integer,
  references: { type: 'array', items: integer },
  texts: { type: 'array', items: string },
  json: {},
  image: string,
  files: { type: 'array', items: string, maxItems: maxFiles },
} as const satisfies Record<Kind, JsonSchema>

export function shapeOfField(field: Field): JsonSchema {
  const codes = field.enumeration && { enum: Object.keys(field.enumeration.options) }
  return {
    ...shapes[field.kind],
    title: field.title,
    ...(field.kind === 'enumeration' ? codes : {}),
    ...(field.kind === 'enumerations' ? { items: { ...string, ...codes } } : {}),
    ...(field.max === undefined ? {} : { maxLength: field.max }),
    ...(field.pattern && !['integer', 'bigint'].includes(field.kind)
      ? { pattern: patterns[field.pattern].source }
      : {}),
    ...(field.serverManaged || field.derived || field.computed ? { readOnly: true } : {}),
    ...(field.to ? { description: `id of ${field.to}` } : {}),
  }
}

export function shapeOfFields(fields: Fields): JsonSchema {
  const names = Object.keys(fields).filter(name => !fields[name]?.filterOnly)
  const required = names.filter(name => fields[name]?.required && !fields[name]?.serverManaged)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, shapeOfField(fields[name] as Field)])),
    ...(required.length > 0 ? { required } : {}),
  }
}

export function shapeOfEntity(entity: Entity): JsonSchema {
  const shape = shapeOfFields(entity.fields)
  const lines = Object.entries(entity.lines).map(([name, line]) => [
    name,
    { type: 'array', items: shapeOfEntity(line) },
  ])
  return {
    ...shape,
    properties: { id: integer, rowVersion: integer, ...(shape.properties as object), ...Object.fromEntries(lines) },
  }
}

const orEmpty = ({ type, enum: codes, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  ...(type === undefined ? {} : { type: [type, 'null'] }),
  ...(Array.isArray(codes) ? { enum: [...codes, null] } : {}),
})

/** Stored row as read: drafts may lack values, references bring a `$label`. */
export function shapeOfRow({ fields, lines }: Entity): JsonSchema {
  const values = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'secret' ? [] : [[name, orEmpty(shapeOfField(field))]],
  )
  const below = Object.entries(lines).map(([name, line]) => [name, { type: 'array', items: shapeOfRow(line) }])
  return {
    type: 'object',
    properties: { id: integer, rowVersion: integer, ...Object.fromEntries([...values, ...below]) },
    required: ['id'],
  }
}
