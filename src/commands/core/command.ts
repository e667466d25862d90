/** Command definition: one plain object for palette, buttons, keys and scripts. */
import type { FieldErrors } from '#contract/schema/answer.ts'
import type { Given } from '#contract/schema/call.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Condition, Fields } from '#contract/schema/field.ts'
import type { Permission } from '#contract/schema/permission.ts'
import type { Arguments, Invocation } from '../../data/invocation.ts'
import type { RowOutcome } from '../../data/records/row.ts'
import type { Context } from './context.ts'
import type { When } from './when.ts'

export type Surface = 'palette' | 'button' | 'menu' | 'shortcut' | 'link' | 'script'

export type Risk = 'read' | 'write' | 'destructive'

export interface Question {
  readonly question: string
  readonly values: Readonly<Record<string, string | number>>
  /** Details, one record per line. */
  readonly facts?: readonly string[]
  /** Title of the dialog; the command's by default. */
  readonly title?: string
  /** Label of the accepting answer; the command's verb by default. */
  readonly accept?: string
  /** Safer answer, offered first: runs the command with these arguments too. */
  readonly instead?: { readonly label: string; readonly args: Arguments }
}

/** Dry-run result: early refusal, or facts for the confirmation. */
export type Foresight =
  | { readonly refused: Result }
  | {
      readonly facts: readonly string[]
      /** Arguments narrowed to what is possible. */
      readonly args?: Arguments
      /** Question about what was found; the command's by default. */
      readonly question?: string
      /** Optional arguments that this case requires. */
      readonly required?: readonly string[]
      /** Optional arguments without a purpose in this case. */
      readonly needless?: readonly string[]
    }

export type { Arguments, Invocation }

/** Target rows: given, open or selected; otherwise prompted for. */
export interface RowsNeeded {
  readonly entity: Entity
  readonly one?: boolean
  readonly from?: readonly string[] | undefined
  readonly when?: Condition | undefined
  readonly removable?: boolean
  /** Rows never saved are no target. */
  readonly stored?: boolean
}

export interface KeyBinding {
  /** Strokes separated by spaces: `mod+k`, `g l`, `alt+shift+p`. */
  readonly seq: string
  readonly when?: When
  /** Active while typing; never for keys that produce characters. */
  readonly inText?: boolean
  /** Auto-repeat while the key is held. */
  readonly repeat?: boolean
  readonly os?: 'mac' | 'other'
  /** Clipboard event: listed in the key sheet, never intercepted. */
  readonly native?: boolean
  /** User-defined; precedes the keys declared by commands. */
  readonly isUserDefined?: boolean
}

/** Outcome of a command. Never thrown, never silent. */
export type Result =
  | {
      readonly status: 'ok'
      readonly data?: unknown
      readonly rows?: readonly RowOutcome[]
      /** Message key and parameters of the notification. */
      readonly message?: string
      readonly values?: Readonly<Record<string, string | number>>
      /** Inverse call, offered in the notification and by `command.undo`. */
      readonly undo?: Invocation
    }
  | {
      readonly status: 'partial'
      readonly data?: unknown
      readonly rows: readonly RowOutcome[]
      /** Message key instead of the default, with counts `ok` and `failed`. */
      readonly message?: string
      readonly undo?: Invocation
      readonly offers?: readonly Invocation[]
    }
  | {
      readonly status: 'failed'
      readonly code: number
      readonly message: string
      readonly data?: unknown
      readonly rows?: readonly RowOutcome[]
      /** Already displayed by the screen: no notification. */
      readonly isShown?: boolean
      readonly offers?: readonly Invocation[]
    }
  | { readonly status: 'invalid'; readonly faults: FieldErrors }
  | { readonly status: 'denied'; readonly reason: Denial; readonly message?: string }
  | { readonly status: 'unconfirmed'; readonly question: string; readonly token: string }
  | { readonly status: 'cancelled' }

export type Denial = 'permission' | 'when' | 'unknown-command' | 'signed-out'

/** Confirmation policy: prompt the user, accept, or refuse. */
export type Confirming = 'ask' | 'accept' | 'refuse' | { readonly token: string }

export interface CommandContext extends Context {
  readonly surface: Surface
  readonly signal: AbortSignal
  readonly confirm?: Confirming | undefined
}

export interface Command<A = Arguments> {
  readonly id: string
  readonly title: string
  /** Message keys of the title's parameters. */
  readonly values?: Readonly<Record<string, string>>
  readonly group: string
  readonly icon?: string
  /** Additional search terms, as users type them. */
  readonly keywords?: readonly string[]
  /** Alternative titles: message keys with the same parameters. */
  readonly aliases?: readonly string[]
  readonly keys?: readonly KeyBinding[]
  /** Built-in command whose keys run this one on its page, e.g. `record.save`. */
  readonly via?: string
  readonly when?: When
  readonly permission: Permission
  /** Alternative permission: saving needs either add or edit. */
  readonly orPermission?: Permission
  readonly arguments?: Fields
  /** Message prefix of the arguments' titles; the id by default. */
  readonly argumentPrefix?: string
  /** What the form of the arguments shows beside them. */
  readonly preview?: 'labels'
  readonly rows?: RowsNeeded
  /** Parameters that are not fields; `ids` and `id` come with `rows`. */
  readonly accepts?: readonly string[]
  /** Arguments to record in place of none: what its screen holds. */
  readonly recordedArguments?: () => Arguments
  readonly risk: Risk
  readonly confirm?: boolean
  readonly isReversible?: boolean
  /** Message key of the consequence; `confirm.<id>` by default. */
  readonly consequence?: string
  readonly prefilled?: readonly string[]
  /** Operation password required: a dialog for users, `password.unlock` for scripts. */
  readonly ticket?: boolean
  /** Custom confirmation; undefined when nothing would be lost. Ignored for scripts. */
  asks?(args: A, context: Context): Question | undefined
  /** Reversible for these rows only, e.g. deletion of unsaved ones. */
  isReversibleFor?(args: A, context: Context): boolean
  foresee?(args: A, context: CommandContext): Promise<Foresight>
  /** Surfaces that offer it; all by default. */
  readonly surfaces?: readonly Surface[]
  /** Policy for a concurrent call: refuse (default), wait, or replace. */
  readonly single?: 'drop' | 'queue' | 'replace'
  /** Tie-breaker, higher first; below zero marks mere navigation, sorted last. */
  readonly rank?: number
  /** Entity of the affected rows, whose page ranks it higher. */
  readonly entity?: string
  /** Toolbar button beside those that the entity declares. */
  readonly toolbar?: boolean
  readonly page?: string
  /** Message key of the reason why it is unavailable. */
  disabledReason?(context: Context, args?: A): string | undefined
  /** General verb: id of the command that runs here instead. */
  forwardTo?(): string | undefined
  run(args: A, context: CommandContext): Promise<Result>
}

/** Command whose functions take the arguments that its fields declare. */
export const defineCommand = <const F extends Fields>(
  command: Command<Given<F>> & { readonly arguments: F },
): Command => command

/** Placeholder `run` of built-ins that need a handler; see `registerHandler`. */
export const byHandler = async (): Promise<Result> => ({ status: 'denied', reason: 'when', message: 'reason.notHere' })

export const done = (data?: unknown): Result => (data === undefined ? { status: 'ok' } : { status: 'ok', data })

export interface ToolbarEntry {
  readonly command: string
  readonly args?: Arguments
  /** Message key; the command's title by default. */
  readonly label?: string
  readonly icon?: string
  readonly look?: 'primary' | 'danger'
  /** Message key: there is nothing to do just now. */
  readonly idle?: string
}
