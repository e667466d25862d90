/** JSON Schema of command arguments, for scripts and code generators. */

import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { JsonSchema } from '#contract/schema/jsonSchema.ts'
import { tableSize } from '#contract/schema/richTextFigures.ts'
import { shapeOfEntity, shapeOfFields } from '#contract/schema/shape.ts'
import { memoized } from '../../data/memo.ts'
import type { Command } from '../core/command.ts'

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer', minimum: 1 }
const yesOrNo: JsonSchema = { type: 'boolean' }
const list: JsonSchema = { type: 'array' }
const texts: JsonSchema = { type: 'array', items: text }
const row: JsonSchema = { type: 'object' }

/** Arguments with one meaning for all commands. */
const shared: Readonly<Record<string, JsonSchema>> = {
  ids: { ...list, items: whole },
  id: whole,
  row,
  rows: { ...list, items: row },
  values: row,
  q: text,
  page: whole,
  size: { ...whole, maximum: 200 },
  sort: { ...list, items: { ...texts, minItems: 2, maxItems: 2 }, description: '[field, asc or desc]' },
  where: {
    ...list,
    items: { type: 'object', properties: { field: text, op: text, value: {} }, required: ['field', 'op'] },
  },
  columns: texts,
  lotNos: { ...texts, description: 'numbers of lots' },
  batches: { ...texts, description: 'batches of plans, as PP20261120-003/2' },
  field: { ...text, description: 'name of a field of the list' },
  column: { ...text, description: 'id of a column of the grid' },
  lines: yesOrNo,
  submit: { ...yesOrNo, description: 'posts it in the same transaction' },
  save: { ...yesOrNo, description: 'saves first; what cannot be saved stays open' },
  preview: { ...yesOrNo, description: 'says what would become of each row and changes nothing' },
  text: { ...text, description: 'what stands in a file' },
  query: { ...text, description: 'what stands in the palette' },
  mode: { ...text, description: 'selection: only what acts on the selected rows' },
  url: { ...text, description: 'address of a page of the console, or of what a text leads to or shows' },
  to: { ...text, description: 'address of the page in whose place it is put' },
  command: { ...text, description: 'id of a command' },
  node: { ...text, description: 'id of a node of the graph of a trace' },
  number: { ...whole, description: 'which of the things that can be taken back' },
  on: yesOrNo,
  file: { description: 'Blob of a file' },
  html: { ...text, description: 'HTML in place of what stands there' },
  markdown: { ...text, description: 'Markdown in place of what stands there' },
  format: { enum: ['html', 'markdown'] },
  value: { type: ['string', 'number', 'null'], description: 'what is chosen; null takes it away' },
  entity: { ...text, description: 'name of an entity' },
  paper: { ...text, description: 'name of a paper of the record' },
  locale: { ...text, description: 'language of the paper: zh-CN, zh-TW or en-US' },
  rowCount: { ...whole, maximum: tableSize.maxRows },
  columnCount: { ...whole, maximum: tableSize.maxColumns },
}

/** Partial row: nothing is required, since stored values persist. */
function rowShape(entity: Entity): JsonSchema {
  const { required: _required, ...shape } = shapeOfEntity(entity)
  return shape
}

function acceptedShape(name: string, entity: Entity | undefined): JsonSchema {
  if (entity && (name === 'row' || name === 'values')) return rowShape(entity)
  if (entity && name === 'rows') return { ...list, items: rowShape(entity) }
  if (entity && name === 'id') return { ...whole, description: `id of ${entity.name}` }
  return shared[name] ?? {}
}

function shape(command: Command): JsonSchema {
  const { arguments: fields = {}, rows, accepts = [] } = command
  const entity = entityNamed(command.entity ?? '')
  const declared = shapeOfFields(fields)
  const ids = rows && {
    ids: {
      ...list,
      items: whole,
      minItems: 1,
      ...(rows.one ? { maxItems: 1 } : {}),
      description: `ids of ${rows.entity.name}`,
    },
    id: { ...whole, description: `id of ${rows.entity.name}` },
  }
  const accepted = Object.fromEntries(accepts.map(name => [name, acceptedShape(name, entity)]))
  const properties = { ...ids, ...accepted, ...(declared.properties as object) }
  return { ...declared, properties, additionalProperties: false }
}

export const shapeOfArguments = memoized(shape)
