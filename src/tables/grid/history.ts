/**
 * Undo and redo as a log of what was entered. Cells are named by row id, never by position, so sorting, filtering,
 * scrolling and loading anew do not clear it.
 */
export interface CellState {
  readonly value: unknown
  readonly label?: string
}

export interface CellChange<Id> {
  readonly rowId: Id
  readonly columnId: string
  readonly before: CellState
  readonly after: CellState
}

/** What one key or one paste did: undone as one. */
export type Step<Id> = readonly CellChange<Id>[]

export interface History<Id> {
  readonly past: readonly Step<Id>[]
  readonly future: readonly Step<Id>[]
}

const limit = 200

export const emptyHistory: History<never> = { past: [], future: [] }

/** The history with a step added; what had been undone cannot be redone after it. */
export function recorded<Id>(history: History<Id>, step: Step<Id>): History<Id> {
  if (step.length === 0) return history
  return { past: [...history.past, step].slice(-limit), future: [] }
}

export interface Travelled<Id> {
  readonly history: History<Id>
  /** What to enter: `after` is where each cell goes. */
  readonly step: Step<Id>
}

export function undone<Id>({ past, future }: History<Id>): Travelled<Id> | null {
  const step = past.at(-1)
  if (!step) return null
  const back = step.map(change => ({ ...change, before: change.after, after: change.before })).reverse()
  return { history: { past: past.slice(0, -1), future: [...future, step] }, step: back }
}

export function redone<Id>({ past, future }: History<Id>): Travelled<Id> | null {
  const step = future.at(-1)
  if (!step) return null
  return { history: { past: [...past, step], future: future.slice(0, -1) }, step }
}
