/** Faults of all lines of a document at once: one trip tells everything. */
import { AppError, type Faults, invalid } from '../../src/contract/schema/answer.ts'

/** Faults of lines under their paths, from the faults of each line by field. */
export function faultsOfLines<L>(lines: readonly L[], of: (line: L, index: number) => Faults): Faults {
  const faults: Record<string, string> = {}
  for (const [index, line] of lines.entries())
    for (const [field, fault] of Object.entries(of(line, index))) faults[`lines.${index}.${field}`] = fault
  return faults
}

/**
 * Guards every line before any of their faults is thrown.
 * @throws AppError invalid with the faults of all lines, else the first other refusal
 */
export function onEachLine<L, R>(lines: readonly L[], guard: (line: L, index: number) => R): R[] {
  const results: R[] = []
  const faults: Record<string, string> = {}
  let refused: AppError | undefined
  for (const [index, line] of lines.entries()) {
    try {
      results.push(guard(line, index))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.refusal === 'invalid') Object.assign(faults, error.data)
      else refused ??= error
    }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  if (refused) throw refused
  return results
}
