/** Shapes of rows, pages and outcomes, as the server answers them. */
/** Number once stored, `new:…` before. */
export type RowId = number | string

export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly rowVersion: number }

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
  readonly page: number
  readonly size: number
}

export interface RowOutcome {
  readonly id: RowId
  readonly ok: boolean
  readonly status: number
  readonly message: string
  readonly data?: unknown
}

export interface SentOutcome {
  readonly ok: boolean
  readonly status?: number
  readonly message?: string
  readonly data?: unknown
}
