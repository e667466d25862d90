/** Pipeline of the gate: what every run of a command goes through, in order. */
import type { Values } from '#contract/schema/field.ts'
import type { Command, Confirming, Result, Surface } from '../core/command.ts'

/** One run of a command; a middleware hands on what it completed. */
export interface CommandRun {
  readonly command: Command
  readonly args: Values
  readonly surface: Surface
  readonly confirm: Confirming | undefined
  readonly signal: AbortSignal
  /** What a dry run found for the confirmation; undefined until one ran. */
  readonly facts?: readonly string[]
  /** Confirmed already, by the form of its arguments. */
  readonly isConfirmed?: boolean
}

export type Next = (run: CommandRun) => Promise<Result>

/** Answers itself, or hands the run on to `next`. */
export type Middleware = (run: CommandRun, next: Next) => Promise<Result>

/** One function of several middlewares, the first outermost, around the last step. */
export const pipeline = (middlewares: readonly Middleware[], last: Next): Next =>
  middlewares.reduceRight<Next>((next, middleware) => run => middleware(run, next), last)
