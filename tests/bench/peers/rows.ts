/** What the other grids are fed with: the columns of the console, the texts of its cells, and its calls. */
import { entityNamed } from '../../../src/contract/index.ts'
import { connect } from '../../../src/data/api/transport.ts'
import { localeAtom, text } from '../../../src/data/language.ts'
import type { Row } from '../../../src/data/records/row.ts'
import { signIn } from '../../../src/data/session/session.ts'
import { store } from '../../../src/data/store.ts'
import { fieldOf, type GridColumn } from '../../../src/grid/state/column.ts'
import { gridColumns } from '../../../src/tables/columns/columns.ts'
import { defaultQuery } from '../../../src/tables/filter/query.ts'

export type { GridColumn } from '../../../src/grid/state/column.ts'

/** The definition of a list. */
export const entityOf = (list: string) => {
  const entity = entityNamed(list)
  if (!entity) throw new Error(`there is no list of ${list}`)
  return entity
}

/** The columns of a list as the console lays them out: the pinned ones first. */
export function columnsIn(list: string): readonly GridColumn[] {
  const all = gridColumns(entityOf(list), text)
  return [...all.filter(({ pinned }) => pinned), ...all.filter(({ pinned }) => !pinned)]
}

/** What a list asks at first. */
export const queryOf = (list: string) => defaultQuery(entityOf(list))

/** The text of a cell as the console shows it; tags are plain text. */
export function textIn(column: GridColumn, row: Row): string {
  const { kind, id } = column
  const [field, locale] = [fieldOf(column), store.get(localeAtom)]
  const shown = kind.editor === 'enumeration' ? null : kind.show(row[id], row, field, locale, id)
  return typeof shown === 'string' ? shown : kind.toText(row[id], row, field, locale, id)
}

/** Signs in, so that the same calls can be made. */
export async function start(password: string): Promise<void> {
  connect({ baseUrl: location.origin })
  await signIn('admin', password)
}
