import { titleOfRow } from '#contract/rowTitle.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { RowsNeeded } from '../../../commands/core/command.ts'
import { wildcardOf } from '../../../commands/search/commandLine.ts'
import { normalize } from '../../../commands/search/searchText.ts'
import { text } from '../../../data/language.ts'
import { listRecords } from '../../../data/records/records.ts'
import type { Row } from '../../../data/records/row.ts'
import { stateFilter } from './stepOptions.ts'

/** Beyond, nobody means all of them. */
export const maxLineRows = 500
const pageSize = 100

export interface LineRows {
  readonly ids: readonly number[]
  readonly words: ReadonlyMap<string, string>
  readonly offers: ReadonlyMap<string, readonly string[]>
  readonly isTooMany?: boolean
}

export const noRows: LineRows = { ids: [], words: new Map(), offers: new Map() }

function namesOf(entity: Entity, row: Row): readonly string[] {
  const { title, search = [], fields } = entity
  const named = Object.keys(fields).filter(
    name => name === title || fields[name]?.key || fields[name]?.numbered || search.includes(name),
  )
  const names = named.map(name => row[name]).filter(value => typeof value === 'string')
  return [...names, titleOfRow(entity, row, text)]
}

interface Named {
  readonly rows: readonly Row[]
  readonly offered: readonly Row[]
  readonly isTooMany?: boolean
}

const nothing: Named = { rows: [], offered: [] }
const tooMany: Named = { ...nothing, isTooMany: true }

async function matching(needed: RowsNeeded, word: string, signal: AbortSignal): Promise<Named> {
  const pattern = wildcardOf(word)
  const { entity } = needed
  const where = stateFilter(needed)
  const found: Row[] = []
  for (let page = 1; page * pageSize <= maxLineRows + pageSize; page += 1) {
    const size = pattern ? pageSize : 20
    const answer = await listRecords(entity.name, { q: pattern?.stem ?? word, where, page, size }, signal)
    found.push(...answer.rows)
    if (pattern && answer.total > maxLineRows + pageSize) return tooMany
    if (!pattern || page * pageSize >= answer.total) break
  }
  const isMeant = pattern
    ? (name: string) => pattern.matches.test(name)
    : (name: string) => normalize(name) === normalize(word)
  const exact = found.filter(row => namesOf(entity, row).some(isMeant))
  if (pattern && exact.length > maxLineRows) return tooMany
  const isTaken = pattern ? !needed.one || exact.length === 1 : exact.length === 1
  return { rows: isTaken ? exact : [], offered: pattern || exact.length > 0 ? exact : found }
}

/** Exact names or patterns; other matches are offers. */
export async function rowsNamed(
  needed: RowsNeeded | undefined,
  words: readonly string[],
  signal: AbortSignal,
): Promise<LineRows> {
  if (!needed) return noRows
  const found = await Promise.all(
    words.map(async word => {
      const isKnown = !word.includes('*') || wildcardOf(word) !== null
      return { word, ...(isKnown ? await matching(needed, word, signal).catch(() => nothing) : nothing) }
    }),
  )
  const titleOf = (row: Row) => titleOfRow(needed.entity, row, text)
  const [taken, open] = [found.filter(({ rows }) => rows.length > 0), found.filter(({ rows }) => rows.length === 0)]
  const ids = [...new Set(taken.flatMap(({ rows }) => rows.map(({ id }) => id)))]
  if (needed.one && ids.length > 1) return noRows
  return {
    ids,
    words: new Map(
      taken.map(({ word, rows }) => [
        word,
        rows[0] && rows.length === 1 ? titleOf(rows[0]) : `${word} (${rows.length})`,
      ]),
    ),
    isTooMany: open.some(({ isTooMany }) => isTooMany),
    offers: new Map(open.map(({ word, offered }) => [word, offered.slice(0, 5).map(titleOf)])),
  }
}
