import { invalid } from '#contract/schema/answer.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { templateCalls } from '#contract/schema/templateCalls.ts'
import { importLimits, isImportable, type SheetFormat, sheetFormats } from '#contract/schema/transfer.ts'
import { exportList } from '../domain/importExport/export.ts'
import { importSheet, previewImport } from '../domain/importExport/import.ts'
import { importTemplate } from '../domain/importExport/template.ts'
import { listQueryOf } from './calls/listQuery.ts'
import type { Route, RouteHandler } from './calls/route.ts'

const isFormat = (value: unknown): value is SheetFormat => sheetFormats.some(format => format === value)

const exportWith =
  (entity: Entity): RouteHandler =>
  (context, { format = 'xlsx', columns, lines = false, ...query }) => {
    if (!isFormat(format)) throw invalid({ format: 'option' })
    if (typeof lines !== 'boolean') throw invalid({ lines: 'flag' })
    const isNames = Array.isArray(columns) && columns.length > 0 && columns.every(name => typeof name === 'string')
    if (columns !== undefined && !(isNames && columns.length <= importLimits.columns))
      throw invalid({ columns: 'text' })
    return exportList(context, entity, {
      ...listQueryOf(query),
      format,
      ...(lines ? { lines } : {}),
      ...(isNames ? { columns: [...new Set(columns as string[])] } : {}),
    })
  }

/** File bytes from base64, which is a third larger. */
function fileOf(parameters: Values): Uint8Array {
  const { file, ...others } = parameters
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalid({ [unknown]: 'unknown' })
  if (typeof file !== 'string' || file === '') throw invalid({ file: 'required' })
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(file)) throw invalid({ file: 'text' })
  return Buffer.from(file, 'base64')
}

const bodyLimit = Math.ceil((importLimits.bytes * 4) / 3) + 1024

const fileShape = {
  type: 'object',
  properties: { file: { type: 'string', contentEncoding: 'base64' } },
  required: ['file'],
}

function importRoutes(entity: Entity): readonly Route[] {
  const { name } = entity
  if (!isImportable(entity)) return []
  const permissions = [{ menu: name, button: 'import' }]
  return [
    {
      method: 'GET',
      path: `template/importTemplate/${name}`,
      permissions,
      writes: false,
      purpose: `A workbook to fill in with rows of ${name}.`,
      query: {},
      returns: templateCalls.importTemplate.returns.schema,
      handle: context => importTemplate(context, entity),
    },
    {
      method: 'POST',
      path: `template/importPreview/${name}`,
      permissions,
      writes: false,
      // Imports and rolls back.
      onPrimary: true,
      bodyLimit,
      purpose: `What importing an xlsx or csv file into ${name} would do, row by row; nothing is stored.`,
      body: fileShape,
      returns: templateCalls.importPreview.returns.schema,
      handle: (context, parameters) => previewImport(context, entity, fileOf(parameters)),
    },
    {
      method: 'POST',
      path: `template/import/${name}`,
      permissions,
      writes: true,
      bodyLimit,
      purpose: `Imports an xlsx or csv file into ${name}: every row or, if one has a fault, none.`,
      body: fileShape,
      returns: templateCalls.import.returns.schema,
      handle: (context, parameters) => importSheet(context, entity, fileOf(parameters)),
    },
  ]
}

export function transferRoutes(entity: Entity): readonly Route[] {
  if (!hasPage(entity) || !entity.operations.includes('list')) return []
  const { name } = entity
  return [
    {
      method: 'POST',
      path: `template/export/${name}`,
      permissions: [{ menu: name, button: 'export' }],
      // Write: it adds an audit row, and its cursor needs a transaction.
      writes: true,
      purpose: `A list of ${name} as a file: format xlsx or csv, columns by name, with lines a row for each, and the query of the list.`,
      body: {
        type: 'object',
        properties: {
          format: { type: 'string', enum: [...sheetFormats] },
          columns: { type: 'array', items: { type: 'string' } },
          lines: { type: 'boolean' },
          q: { type: 'string' },
          sort: { type: 'array' },
          where: { type: 'array' },
        },
      },
      returns: templateCalls.export.returns.schema,
      handle: exportWith(entity),
    },
    ...importRoutes(entity),
  ]
}
