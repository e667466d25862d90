/** Shapes of rows, pages and outcomes, as the server answers them. */
/** Number once stored, `new:…` before. */
export type RowId = number | string

/** Row by field names, stored or edited, with companions like `lotId$label`. */
export interface RowValues {
  readonly id?: RowId | undefined
  readonly rowVersion?: number | undefined
  readonly [name: string]: unknown
}

export type Row = RowValues & { readonly id: number; readonly rowVersion: number }

export const isRow = (value: unknown): value is RowValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isStored = (value: unknown): value is Row => isRow(value) && typeof value.id === 'number'

export type Sort = readonly (readonly [field: string, direction: 'asc' | 'desc'])[]

export interface Condition {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

export interface ListQuery {
  readonly page?: number
  readonly size?: number
  readonly sort?: Sort
  readonly where?: readonly Condition[]
  readonly q?: string
}

export interface RecordPage {
  readonly rows: readonly Row[]
  readonly total: number
  /** Further rows exist beyond the counted ones. */
  readonly more?: true
  readonly page: number
  readonly size: number
  readonly sums?: RowValues
}

export interface RowOutcome {
  readonly id: RowId
  readonly ok: boolean
  readonly status: number
  readonly message: string
  readonly data?: unknown
}

export const storedRows = (outcomes: readonly RowOutcome[]): readonly Row[] =>
  outcomes.flatMap(({ ok, data }) => (ok && isStored(data) ? [data] : []))

export interface SentOutcome {
  readonly ok: boolean
  readonly status?: number
  readonly message?: string
  readonly data?: unknown
}
