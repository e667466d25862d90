/** Entity hooks: extension points of the generic record path. */
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Entity, RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context, Row } from '../../db/connection/context.ts'

/** Row being written; hooks fill server-managed fields. */
export type Draft = Record<string, unknown>

/** Lines omitted from a save stay unchanged. */
export const areLinesLeftOut = (row: Draft, before: object | null, name = 'lines'): boolean =>
  before !== null && Array.isArray(row[name]) && row[name] === Reflect.get(before, name)

/** Record service of hooks, injected: `records.ts` imports every hook. */
export interface RecordService {
  readonly save: (context: Context, entity: Entity, sent: Values, submit?: boolean) => Promise<Row>
  readonly run: (context: Context, entity: Entity, action: string, id: number, given: Values) => Promise<Row>
}

/**
 * Action on a locked row; its result is stored with `to`.
 * @throws AppError for domain refusals
 */
export type ActionFunction<E> = (
  context: Context,
  row: RowOf<E>,
  given: Values,
  documents: RecordService,
) => Promise<Values | undefined>

export interface EntityHooks<E extends Entity = Entity> {
  /** Initial values of new rows, beyond field defaults. */
  readonly prepare?: (context: Context, given: Values) => Promise<readonly Values[]>
  /** Pre-validation hook: fills and guards the row. */
  readonly beforeSave?: (context: Context, row: Draft, before: RowOf<E> | null) => Promise<void>
  /** Posting errors of all lines at once; the row may be incomplete. */
  readonly postingErrors?: (context: Context, row: Draft) => Promise<FieldErrors>
  /** Bulk insert allowed: `beforeSave` never reads other rows of its kind. */
  readonly bulkSafe?: true
  /** Computed view of a stored row, e.g. recall figures. */
  readonly read?: (context: Context, row: RowOf<E>) => Promise<object>
  readonly afterSave?: (
    context: Context,
    row: RowOf<E>,
    before: RowOf<E> | null,
    documents: RecordService,
  ) => Promise<void>
  readonly beforeRemove?: (context: Context, row: RowOf<E>) => Promise<void>
  readonly actions?: { readonly [A in keyof E['actions']]: ActionFunction<E> }
}

/** Hooks of an entity with actions; a missing action does not compile. */
export type EntityHooksWithActions<E extends Entity> = EntityHooks<E> & {
  readonly actions: { readonly [A in keyof E['actions']]: ActionFunction<E> }
}
