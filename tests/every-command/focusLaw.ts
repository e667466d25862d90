/** Where keyboard and cursor must be after any command; what is excepted is named with its reason. */

/** A place in the console from which commands are run. */
export interface Origin {
  readonly name: string
  readonly path: string
  /** The entity whose own commands are run there. */
  readonly entity: string
}

/** What is seen of one command run from an origin. */
export interface Seen {
  readonly id: string
  readonly status: string
  /** What has the keyboard: while a window is open, and once it is closed; empty for the bare page. */
  readonly focused: readonly string[]
  /** Record under the cursor of the list in front: before, right after, and back where the command was run. */
  readonly before: string
  readonly made: string
  readonly after: string
}

/** Commands that are not run from here, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'session.signOut': 'leaves the console: run last, from the list',
  'keys.print': 'the browser prints in a window of its own',
}

/** Commands that move the cursor of the list they are run in to another record, and why. */
const moving: readonly (readonly [RegExp, string])[] = [
  [/^grid\.(extend)?(up|down|edgeUp|edgeDown|gridStart|gridEnd|pageUp|pageDown)$/i, 'a motion between rows'],
  [/^grid\.(selectAll|selectColumn)$/, 'a mark that begins with the first row'],
  [/^grid\.sort/, 'the rows are in another order'],
]

export const reasonToMove = (id: string): string | undefined => moving.find(([pattern]) => pattern.test(id))?.[1]

/** Commands that make a row: in a list the cursor is to be on it. */
export const makesRow = (id: string): boolean => /\.(new|copy|saveNew)$/.test(id)

/** What is against the law in what was seen. */
export function breaches({ name }: Origin, { id, status, focused, before, made, after }: Seen): readonly string[] {
  const where = `${id} (${status}) from ${name}`
  const lost = focused.includes('') ? [`${where}: nothing has the keyboard: ${focused.join(' → ')}`] : []
  if (status !== 'ok') return lost
  if (makesRow(id)) {
    // Without a cursor it is no list that is in front, but the record on a page of its own.
    const isThere = made === '' || made.startsWith('new:')
    return isThere ? lost : [...lost, `${where}: the cursor is on ${made}, not on the new row`]
  }
  return reasonToMove(id) || before === after ? lost : [...lost, `${where}: the cursor went from ${before} to ${after}`]
}
