/** Record or list that a printout shows. */
import { entityNamed } from '#contract/index.ts'
import type { PaperModel } from '#contract/paper/model.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { isUntouched } from '../../data/drafts/draft.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { listRecords } from '../../data/records/records.ts'
import type { Row } from '../../data/records/row.ts'
import { listWindow } from '../../data/records/rows.ts'
import type { Query } from '../../data/records/rowWindow.ts'
import { store } from '../../data/store.ts'
import { openedAtom } from '../document/opened.ts'

export interface PrintedList {
  readonly kind: 'list'
  readonly entity: Entity
  readonly query: Query
  readonly rows: readonly Row[]
  readonly total: number
}

export interface PrintedRecord {
  readonly kind: 'record'
  readonly entity: Entity
  readonly row: Row
  /** Changes on the screen that are not on paper. */
  readonly isChanged: boolean
}

/** Paper that the server composed. */
export interface PrintedModel {
  readonly kind: 'model'
  readonly model: PaperModel
}

export type PrintSubject = PrintedRecord | PrintedList | PrintedModel

/** Rows of a printed list; more would be an export. */
export const maxPrinted = 2000
const pageSize = 200

/** Other sheets and open dialogs print themselves. */
export const isPaperTaken = () => document.querySelector('[data-printout], [role="dialog"]:not([data-closed])') !== null

/** Page in front with its loaded rows, or null. */
export function subjectNow(): PrintSubject | null {
  const [, name = '', id] = pathOfAddress(store.get(locationAtom)).split('/')
  const entity = entityNamed(name)
  if (!entity) return null
  if (id !== undefined) {
    const { row } = store.get(openedAtom(name, Number(id)))
    const draft = store.get(draftsOf(name)).get(Number(id))
    return row ? { kind: 'record', entity, row, isChanged: draft !== undefined && !isUntouched(draft) } : null
  }
  const window = listWindow(name)
  const total = window?.total()
  if (!window || total === null || total === undefined) return null
  const rows: Row[] = []
  for (let at = 0; at < Math.min(total, maxPrinted); at += 1) {
    const row = window.row(at)
    if (!row) break
    rows.push(row)
  }
  return { kind: 'list', entity, query: window.query, rows, total }
}

/** List with all its rows, up to the limit. */
export async function completed(subject: PrintedList, signal: AbortSignal): Promise<PrintedList> {
  const { entity, query, total } = subject
  const wanted = Math.min(total, maxPrinted)
  if (subject.rows.length >= wanted) return subject
  const { sort, where, q } = query
  const rows: Row[] = []
  for (let page = 1; rows.length < wanted; page += 1) {
    const read = await listRecords(entity.name, { page, size: pageSize, sort, where, ...(q ? { q } : {}) }, signal)
    rows.push(...read.rows)
    if (read.rows.length < pageSize) break
  }
  return { ...subject, rows: rows.slice(0, wanted) }
}
