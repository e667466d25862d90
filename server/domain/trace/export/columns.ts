/** What the sheets of a trace's workbook are declared with. */
import type { Enumeration, Kind, Values } from '../../../../src/contract/schema/field.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { Shown } from '../../importExport/cells.ts'
import type { Scope } from '../walk/traceScope.ts'

export interface Column extends Shown {
  /** What FSMA 204 calls it, in English whatever the reader's language. */
  readonly kde?: string
}

export interface TraceSheet {
  /** Key of its name. */
  readonly name: string
  /** What the keys of its titles begin with. */
  readonly titles: string
  /** By the name of the value in a row. */
  readonly columns: Readonly<Record<string, Column>>
  /** All its rows as a select. */
  rows(scope: Scope, context: Context): Sql | Promise<Sql>
  /** Their order, by the columns of the select; rows must not tie. */
  readonly order: Sql
  /** What a row says beyond its select. */
  complete?(row: Values): Values
}

const column =
  (kind: Kind) =>
  (kde?: string): Column => ({ kind, ...(kde ? { kde } : {}) })

export const text = column('text')
export const texts = column('texts')
export const whole = column('integer')
export const amount = column('quantity')
export const rate = column('rate')
export const plain = column('decimal')
export const day = column('date')
export const moment = column('instant')
export const flag = column('flag')
export const code = (enumeration: Enumeration): Column => ({ kind: 'enumeration', enumeration })

/** What the titles of the columns that only the workbook has begin with. */
export const ownTitles = 'tracesheet'
