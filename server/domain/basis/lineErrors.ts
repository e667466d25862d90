/** Errors of all document lines at once, to save round trips. */
import { AppError, type FieldErrors, invalid, type RefusalName } from '#contract/schema/answer.ts'

export function errorsOfLines<L>(lines: readonly L[], of: (line: L, index: number) => FieldErrors): FieldErrors {
  const fieldErrors: Record<string, string> = {}
  for (const [index, line] of lines.entries())
    for (const [field, fieldError] of Object.entries(of(line, index)))
      fieldErrors[`lines.${index}.${field}`] = fieldError
  return fieldErrors
}

export interface RefusedLine {
  readonly line: number
  readonly refusal: RefusalName
  readonly data: unknown
}

/** Another place of a lot that is short in one. */
export interface StockedPlace {
  readonly place: string
  readonly quantity: string
}

/** Single refusal as is, several as `linesRefused`. */
export function refusalOfLines(refused: readonly RefusedLine[]): AppError {
  const [first] = refused
  if (first && refused.length === 1) return new AppError(first.refusal, first.data)
  return new AppError('linesRefused', { count: refused.length, lines: refused })
}

/**
 * Checks every line before throwing.
 * @throws AppError invalid with all field errors, else all refusals (`refusalOfLines`)
 */
export function onEachLine<L, R>(lines: readonly L[], guard: (line: L, index: number) => R): R[] {
  const results: R[] = []
  const fieldErrors: Record<string, string> = {}
  const refused: RefusedLine[] = []
  for (const [index, line] of lines.entries()) {
    try {
      results.push(guard(line, index))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.refusal === 'invalid') Object.assign(fieldErrors, error.data)
      else refused.push({ line: index + 1, refusal: error.refusal, data: error.data })
    }
  }
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
  if (refused.length > 0) throw refusalOfLines(refused)
  return results
}
