/** A command: one plain object that says everything a palette, a button, a key or a script needs to know. */
import type { Faults } from '../../contract/schema/answer.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import type { Fields, Values } from '../../contract/schema/field.ts'
import type { Permission } from '../../contract/schema/permission.ts'
import type { RowOutcome } from '../../data/records/records.ts'
import type { Context } from './context.ts'
import type { When } from './when.ts'

/** From where a command is called. */
export type Surface = 'palette' | 'button' | 'menu' | 'shortcut' | 'link' | 'script'

export type Risk = 'read' | 'write' | 'destructive'

/** Message key of a question and what fills it. */
export interface Question {
  readonly question: string
  readonly values: Readonly<Record<string, string | number>>
  /** What it is about, one record a line. */
  readonly facts?: readonly string[]
}

/** What a run would come to: refused already, or what the question says of it. */
export type Foresight = { readonly refused: Result } | { readonly facts: readonly string[] }

/** A call of a command, as a script writes it. */
export interface Invocation {
  readonly id: string
  readonly args?: Values
}

/** The rows a command acts on: given, open or selected; else the palette asks which. */
export interface RowsNeeded {
  readonly entity: Entity
  /** Exactly one. */
  readonly one?: boolean
  /** Only rows in one of these states. */
  readonly from?: readonly string[] | undefined
  /** Only rows that may still be removed. */
  readonly removable?: boolean
}

export interface KeyBinding {
  /** Strokes separated by blanks: `mod+k`, `g l`, `alt+shift+p`. */
  readonly seq: string
  readonly when?: When
  /** May fire while typing; never for a key that produces a character. */
  readonly inText?: boolean
  /** Fires again while the key is held. */
  readonly repeat?: boolean
  readonly os?: 'mac' | 'other'
  /** Arrives as a clipboard event: shown in the key sheet, never taken from the browser. */
  readonly native?: boolean
  /** Given by the person: it comes before those that the commands bring along. */
  readonly own?: boolean
}

/** What a command came to. Never thrown, never silent. */
export type Result =
  | {
      readonly status: 'ok'
      readonly data?: unknown
      readonly rows?: readonly RowOutcome[]
      /** Message key of what is said of it, and what fills it. */
      readonly message?: string
      readonly values?: Readonly<Record<string, string | number>>
      /** What takes it back; offered where the result is said, and by `command.undo`. */
      readonly undo?: Invocation
    }
  | {
      readonly status: 'partial'
      readonly data?: unknown
      readonly rows: readonly RowOutcome[]
      /** Message key of what is said of it instead of the usual, filled with how many went well (`ok`) and how many did not (`failed`). */
      readonly message?: string
      readonly undo?: Invocation
      /** What is offered to go on with the others. */
      readonly offers?: readonly Invocation[]
    }
  | {
      readonly status: 'failed'
      readonly code: number
      readonly message: string
      readonly data?: unknown
      readonly rows?: readonly RowOutcome[]
      /** The screen says it itself: it is not said again in passing. */
      readonly isShown?: boolean
      readonly offers?: readonly Invocation[]
    }
  | { readonly status: 'invalid'; readonly faults: Faults }
  | { readonly status: 'denied'; readonly reason: Denial; readonly message?: string }
  | { readonly status: 'unconfirmed'; readonly question: string; readonly token: string }
  | { readonly status: 'cancelled' }

export type Denial = 'permission' | 'when' | 'unknown-command' | 'signed-out'

/** What to do where a command wants a confirmation: ask the person, take it as given, or refuse. */
export type Confirming = 'ask' | 'accept' | 'refuse' | { readonly token: string }

/** What a running command is given beside its arguments. */
export interface CommandContext extends Context {
  readonly surface: Surface
  readonly signal: AbortSignal
  /** What it was confirmed with, for a command that hands on to another. */
  readonly confirm?: Confirming | undefined
}

export interface Command {
  readonly id: string
  /** Message key. */
  readonly title: string
  /** Message keys that fill the braces of the title. */
  readonly values?: Readonly<Record<string, string>>
  /** Message key of the heading it stands under. */
  readonly group: string
  readonly icon?: string
  /** Further words it is found by, as people type them. */
  readonly keywords?: readonly string[]
  /** Further titles it is found by: message keys, filled by the same values. */
  readonly aliases?: readonly string[]
  readonly keys?: readonly KeyBinding[]
  /** The built-in command whose keys run this one on its page, e.g. `record.save`. */
  readonly via?: string
  readonly when?: When
  readonly permission: Permission
  /** A second permission that suffices as well: saving is for whoever may add or edit. */
  readonly orPermission?: Permission
  readonly arguments?: Fields
  readonly rows?: RowsNeeded
  /** Arguments it understands that are no fields (`row`, `values`); `ids` and `id` where it needs rows. */
  readonly accepts?: readonly string[]
  readonly risk: Risk
  readonly confirm?: boolean
  /** Asks for the operation password: a person in a dialog, a script by `password.unlock` before. */
  readonly ticket?: boolean
  /** What a person is asked first right now, in words of its own; nothing where nothing would be lost. Scripts know what they do. */
  asks?(args: Values, context: Context): Question | undefined
  /** Finds out what a run would come to before a person is asked. */
  foresee?(args: Values, context: CommandContext): Promise<Foresight>
  /** Where it is offered; everywhere unless said. */
  readonly surfaces?: readonly Surface[]
  /** A second call while the first runs: refused (unless said), put behind it, or in its place. */
  readonly single?: 'drop' | 'queue' | 'replace'
  /** Higher comes first where nothing else decides; what has one below zero only leads to others and stands behind them. */
  readonly rank?: number
  /** Entity whose rows it acts on: raises it in the palette where that entity is on screen. */
  readonly entity?: string
  /** Stands on the toolbar of its entity beside what the entity declares. */
  readonly toolbar?: boolean
  /** Page it leads to. */
  readonly page?: string
  /** Message key of why it cannot run right now. */
  disabledReason?(context: Context, args?: Values): string | undefined
  run(args: Values, context: CommandContext): Promise<Result>
}

/** `run` of a built-in that only what is on screen can perform; see `registerHandler`. */
export const byHandler = async (): Promise<Result> => ({ status: 'denied', reason: 'when', message: 'reason.notHere' })

export const done = (data?: unknown): Result => (data === undefined ? { status: 'ok' } : { status: 'ok', data })
