/** Lists as files: exports equal the server's rows, and imports take them back. */
import { readSheet } from 'read-excel-file/node'
import { expect } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { groupColumn, importableFields, isImportable, sheetLines } from '#contract/schema/transfer.ts'
import { csvLine, parseCsv } from '../../server/domain/importExport/csv.ts'
import type { Case, Scripted } from './scripted.ts'
import { pagedEntities, type Rows } from './verbs.ts'

interface AnsweredFile {
  readonly name: string
  readonly blob: Blob
}

const texts = shipped['zh-CN']

const sheetOf = async ({ blob }: AnsweredFile) => readSheet(Buffer.from(await blob.arrayBuffer()))
const csvOf = async ({ blob }: AnsweredFile) => parseCsv(await blob.text(), 1e5)

const onlyRow = (id: number) => ({ where: [{ field: 'id', op: 'eq', value: id }] })

/** Exports one row, and finds it in the audit trail. */
function exporting(at: Scripted, rows: Rows, entity: Entity, verb: string): Case {
  const { name } = entity
  return {
    id: `${name}.${verb}`,
    async check(run) {
      const { id } = await rows.known(entity)
      const before = (await at.audits(name)).filter(({ action }) => action === 'EXPORT').length
      const file = await run<AnsweredFile>(onlyRow(id))
      expect(file.name).toMatch(new RegExp(`^${texts[name]}-.*\\.${verb === 'exportCsv' ? 'csv' : 'xlsx'}$`))
      const [heading, ...found] = await (verb === 'exportCsv' ? csvOf : sheetOf)(file)
      const first = Object.entries(entity.fields).find(([, field]) => field.list)?.[0]
      expect(heading).toContain(texts[`${name}.${first}`])
      const lines = verb === 'exportLines' ? ((await linesOf(at, entity, id)) ?? 0) : 1
      expect(found).toHaveLength(Math.max(1, lines))
      expect((await at.audits(name)).filter(({ action }) => action === 'EXPORT')).toHaveLength(before + 1)
    },
  }
}

async function linesOf(at: Scripted, entity: Entity, id: number): Promise<number | undefined> {
  const lines = sheetLines(entity)
  if (!lines) return undefined
  const row = await at.ok(`${entity.name}.load`, { id })
  return (row[lines.name] as readonly unknown[]).length
}

/** All that can be brought in of a record, its lines included. */
function columnsOf(entity: Entity): readonly string[] {
  const lines = sheetLines(entity)
  const ofLines = lines ? ['lineNo', ...Object.keys(importableFields(lines.entity))] : []
  return [...Object.keys(importableFields(entity)), ...ofLines.map(field => `${lines?.name}.${field}`)]
}

/** Sheet with blank document numbers, so that its documents are new. */
function anew(entity: Entity, [heading = [], ...rows]: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (!entity.document) return [heading, ...rows]
  const number = heading.indexOf(String(texts[`${entity.name}.docNo`]))
  const blank = (row: readonly string[]) => ['1', ...row.map((cell, index) => (index === number ? '' : cell))]
  return [[groupColumn, ...heading], ...rows.map(blank)]
}

/** A record is taken out, deleted and brought in again. */
function importing(at: Scripted, rows: Rows, entity: Entity): readonly Case[] {
  const { name } = entity
  return [
    {
      id: `${name}.import`,
      async check(run) {
        const { id } = await rows.fresh(entity)
        const lines = sheetLines(entity) !== null
        const asked = { ...onlyRow(id), columns: columnsOf(entity), lines }
        const file = await at.ok<AnsweredFile>(`${name}.exportCsv`, asked)
        const text = anew(entity, await csvOf(file))
          .map(csvLine)
          .join('')
        if (entity.operations.includes('remove')) await at.ok(`${name}.delete`, { ids: [id] })
        const before = await at.count(name)
        const counts = await run({ text })
        if (!entity.operations.includes('remove')) return expect(counts).toMatchObject({ unchanged: 1, faulty: 0 })
        expect(counts).toMatchObject({ unchanged: 0, updated: 0, faulty: 0 })
        expect(await at.count(name)).toBe(before + 1)
        expect((await at.audits(name)).at(-1)).toMatchObject({ action: 'CREATE' })
      },
    },
    {
      id: `${name}.importTemplate`,
      async check(run) {
        const [heading = []] = await sheetOf(await run<AnsweredFile>())
        const own = Object.keys(importableFields(entity)).map(field => texts[`${name}.${field}`])
        const said = heading.map(cell => String(cell).replace(/ \*$/, ''))
        expect(own.filter(title => title !== undefined && !said.includes(title))).toEqual([])
      },
    },
  ]
}

/** Export and import of every entity that has them. */
export function fileCases(at: Scripted, rows: Rows): readonly Case[] {
  return pagedEntities.flatMap(entity => [
    ...(entity.operations.includes('list')
      ? ['export', 'exportCsv', ...(sheetLines(entity) ? ['exportLines'] : [])].map(verb =>
          exporting(at, rows, entity, verb),
        )
      : []),
    ...(isImportable(entity) ? importing(at, rows, entity) : []),
  ])
}
