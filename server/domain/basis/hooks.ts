/** The seams of the generic path: what an entity's domain file may say beyond being stored. */
import type { Faults } from '../../../src/contract/schema/answer.ts'
import type { Entity, RowOf } from '../../../src/contract/schema/entity.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context, Row } from '../../db/connection/context.ts'

/** A row being written: rules fill what the server owns. */
export type Draft = Record<string, unknown>

/** Were these lines left out of a save? Then they stay as they are: its person looked at the row alone. */
export const areLinesLeftOut = (row: Draft, before: object | null, name = 'lines'): boolean =>
  before !== null && Array.isArray(row[name]) && row[name] === Reflect.get(before, name)

/**
 * The generic path itself, for rules that write documents of another kind by those documents' own rules: the disposal of a
 * nonconformity, a sample taken out. Handed in, because the path knows all rules and so no rule may know the path.
 */
export interface RecordService {
  readonly save: (context: Context, entity: Entity, sent: Values, submit?: boolean) => Promise<Row>
  readonly run: (context: Context, entity: Entity, action: string, id: number, given: Values) => Promise<Row>
}

/**
 * Does a declared action on one locked row. What it returns is written to the row together with the action's `to`.
 * @throws AppError when the trade forbids it
 */
export type ActionFunction<E> = (
  context: Context,
  row: RowOf<E>,
  given: Values,
  documents: RecordService,
) => Promise<Values | undefined>

export interface EntityHooks<E extends Entity = Entity> {
  /** Values a new row, or several, start with, beyond the defaults of the definition. */
  readonly prepare?: (context: Context, given: Values) => Promise<readonly Values[]>
  /** Before validation: fills and guards the row about to be written; `before` is the stored one. */
  readonly beforeSave?: (context: Context, row: Draft, before: RowOf<E> | null) => Promise<void>
  /** Faults that only posting finds, of all lines at once; the row may be incomplete. */
  readonly postingFaults?: (context: Context, row: Draft) => Promise<Faults>
  /** New rows may be written many at a time: `beforeSave` asks nothing of other rows of its kind. */
  readonly together?: true
  /** What a stored row looks like to whoever opens it, where that is worked out afresh, e.g. the figures of a recall. */
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

/** Rules of an entity with declared actions: one function for each, and leaving one out does not compile. */
export type EntityHooksWithActions<E extends Entity> = EntityHooks<E> & {
  readonly actions: { readonly [A in keyof E['actions']]: ActionFunction<E> }
}
