/** Entity hooks: extension points of the generic record path. */
import type { ExpiryRule } from '#contract/calendar.ts'
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Chosen, DraftOf, Entity, RowOf } from '#contract/schema/entity.ts'
import type { Fields, Values, ValuesOf } from '#contract/schema/field.ts'
import { followed } from '#contract/schema/validate.ts'
import type { Context, Row } from '../../db/connection/context.ts'

export type Draft = DraftOf<Entity>

/** Lines omitted from a save stay unchanged. */
export const areLinesLeftOut = (row: Readonly<Draft>, before: object | null, name = 'lines'): boolean =>
  before !== null && Array.isArray(row[name]) && row[name] === Reflect.get(before, name)

const storedLine = <L extends { readonly id: number }>(
  before: { readonly lines: readonly L[] } | null,
  { id }: { readonly id?: unknown },
): L | undefined => before?.lines.find(line => line.id === id)

/** Line with the values of its choice instead of the former's. */
export function followedLine<L extends { readonly id?: unknown }, S extends L & { readonly id: number }>(
  entity: Entity,
  before: { readonly lines: readonly S[] } | null,
  line: L,
  chosenBy: (line: L) => Chosen,
  rule?: ExpiryRule,
): L {
  const old = storedLine(before, line)
  const former = old && { row: old, chosen: chosenBy(old) }
  return { ...line, ...followed(entity, line, chosenBy(line), rule, former) }
}

/** Record service of hooks, injected: `records.ts` imports every hook. */
export interface RecordService {
  readonly save: <E extends Entity>(context: Context, entity: E, sent: Values, submit?: boolean) => Promise<RowOf<E>>
  readonly run: <E extends Entity>(
    context: Context,
    entity: E,
    action: string,
    id: number,
    given: Values,
  ) => Promise<RowOf<E>>
}

/** Validated arguments of an action. */
export type ArgumentsOf<E extends Entity, A extends keyof E['actions']> = E['actions'][A] extends {
  readonly arguments: infer F extends Fields
}
  ? ValuesOf<F>
  : object

/**
 * Action on a locked row; its result is stored with `to`.
 * @throws AppError for domain refusals
 */
type ActionsOf<E extends Entity> = {
  readonly [A in keyof E['actions']]: (
    context: Context,
    row: RowOf<E>,
    given: ArgumentsOf<E, A>,
    documents: RecordService,
  ) => Promise<DraftOf<E> | undefined>
}

export interface EntityHooks<E extends Entity = Entity> {
  /** Initial values of new rows, beyond field defaults. */
  readonly prepare?: (context: Context, given: DraftOf<E>) => Promise<readonly DraftOf<E>[]>
  /** Pre-validation hook: fills and guards the row. */
  readonly beforeSave?: (context: Context, row: DraftOf<E>, before: RowOf<E> | null) => Promise<void>
  /** Posting errors of all lines at once; the row may be incomplete. */
  readonly postingErrors?: (context: Context, row: DraftOf<E>) => Promise<FieldErrors>
  /** Bulk insert allowed: `beforeSave` never reads other rows of its kind. */
  readonly bulkSafe?: true
  /** Computed view of a stored row, e.g. recall figures. */
  readonly read?: (context: Context, row: RowOf<E>) => Promise<Row>
  readonly afterSave?: (
    context: Context,
    row: RowOf<E>,
    before: RowOf<E> | null,
    documents: RecordService,
  ) => Promise<void>
  readonly beforeRemove?: (context: Context, row: RowOf<E>) => Promise<void>
  readonly actions?: ActionsOf<E>
}

/** Hooks of an entity with actions; a missing action does not compile. */
export type EntityHooksWithActions<E extends Entity> = EntityHooks<E> & {
  readonly actions: ActionsOf<E>
}
