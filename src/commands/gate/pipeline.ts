/** Pipeline of every run of a command, in order. */
import type { Arguments, Command, Confirming, Result, Surface } from '../core/command.ts'

/** Run of a command on its way through the gate. */
export interface CommandRun {
  readonly command: Command
  readonly args: Arguments
  readonly surface: Surface
  readonly confirm: Confirming | undefined
  readonly signal: AbortSignal
  /** Facts of the dry run, shown with the question; undefined before. */
  readonly facts?: readonly string[]
  readonly question?: string | undefined
  readonly required?: readonly string[] | undefined
  readonly needless?: readonly string[] | undefined
  /** Confirmed already, by the form of its arguments. */
  readonly isConfirmed?: boolean
}

export type Next = (run: CommandRun) => Promise<Result>

/** Answers itself, or hands the run on to `next`. */
export type Middleware = (run: CommandRun, next: Next) => Promise<Result>

/** Composition of middlewares, the first outermost, around the last step. */
export const pipeline = (middlewares: readonly Middleware[], last: Next): Next =>
  middlewares.reduceRight<Next>((next, middleware) => run => middleware(run, next), last)
