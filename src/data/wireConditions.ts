/** Conditions as the server takes them. */

/** Client-only operator; its value is a name of `relativeDays.ts`. */
export const WITHIN = 'within'

interface Condition {
  readonly field: string
  readonly op: string
  readonly value?: unknown
}

export const hasRelativeDays = (where: readonly Condition[] = []): boolean => where.some(({ op }) => op === WITHIN)

/** Days and clocks load with the screens, not before sign-in. */
export async function wireConditions(entity: string, where: readonly Condition[] = []): Promise<readonly Condition[]> {
  const { resolvedConditions } = await import('./relativeDays.ts')
  return resolvedConditions(entity, where)
}
