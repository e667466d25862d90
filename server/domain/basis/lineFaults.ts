/** Faults of all lines of a document at once: one trip tells everything. */
import { AppError, type Faults, invalid, type RefusalName } from '../../../src/contract/schema/answer.ts'

/** Faults of lines under their paths, from the faults of each line by field. */
export function faultsOfLines<L>(lines: readonly L[], of: (line: L, index: number) => Faults): Faults {
  const faults: Record<string, string> = {}
  for (const [index, line] of lines.entries())
    for (const [field, fault] of Object.entries(of(line, index))) faults[`lines.${index}.${field}`] = fault
  return faults
}

/** Why a line was refused, beyond faults of its fields. */
export interface RefusedLine {
  /** Number of the line, from 1. */
  readonly line: number
  readonly refusal: RefusalName
  readonly data: unknown
}

/** One refusal as itself, several as `linesRefused` with all of them. */
export function refusalOfLines(refused: readonly RefusedLine[]): AppError {
  const [first] = refused
  if (first && refused.length === 1) return new AppError(first.refusal, first.data)
  return new AppError('linesRefused', { count: refused.length, lines: refused })
}

/**
 * Guards every line before any of their faults is thrown.
 * @throws AppError invalid with the faults of all lines, else the refusals of all lines (`refusalOfLines`)
 */
export function onEachLine<L, R>(lines: readonly L[], guard: (line: L, index: number) => R): R[] {
  const results: R[] = []
  const faults: Record<string, string> = {}
  const refused: RefusedLine[] = []
  for (const [index, line] of lines.entries()) {
    try {
      results.push(guard(line, index))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.refusal === 'invalid') Object.assign(faults, error.data)
      else refused.push({ line: index + 1, refusal: error.refusal, data: error.data })
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  if (refused.length > 0) throw refusalOfLines(refused)
  return results
}
