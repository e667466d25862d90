/** Column and sheet definitions of a trace workbook. */
import type { Enumeration, Kind, Values } from '#contract/schema/field.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { Shown } from '../../importExport/cells.ts'
import type { TraceScope } from '../walk/traceScope.ts'

export interface SheetColumn extends Shown {
  /** Key data element of FSMA 204, always in English. */
  readonly kde?: string
}

export interface TraceSheet {
  readonly name: string
  readonly titles: string
  readonly columns: Readonly<Record<string, SheetColumn>>
  rows(scope: TraceScope, context: Context): Sql | Promise<Sql>
  readonly order: Sql
  complete?(row: Values): Values
}

const column =
  (kind: Kind) =>
  (kde?: string): SheetColumn => ({ kind, ...(kde ? { kde } : {}) })

export const textColumn = column('text')
export const unitColumn = (kde?: string): SheetColumn => ({ ...textColumn(kde), format: 'unit' })
export const texts = column('texts')
export const whole = column('integer')
export const amount = column('quantity')
export const rate = column('rate')
export const decimalColumn = column('decimal')
export const day = column('date')
export const moment = column('instant')
export const flag = column('flag')
export const code = (enumeration: Enumeration): SheetColumn => ({ kind: 'enumeration', enumeration })

/** Message key prefix of columns that exist in the workbook only. */
export const ownTitles = 'tracesheet'
