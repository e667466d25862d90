/** Focus and cursor after any command; exceptions with their reasons. */

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
  /** Focused elements, while a window is open and after; empty for the page. */
  readonly focused: readonly string[]
  /** Record under the cursor of the front list: before, after, and on return. */
  readonly before: string
  readonly made: string
  readonly after: string
}

/** Commands that are not run from here, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'session.signOut': 'leaves the console: run last, from the list',
  'tab.split': 'another list is in sight from then on: recordPreview.spec',
  'keys.print': 'the browser prints in a window of its own',
}

/** Commands that move the cursor of their list, and why. */
const moving: readonly (readonly [RegExp, string])[] = [
  [/^grid\.(extend)?(up|down|edgeUp|edgeDown|gridStart|gridEnd|pageUp|pageDown)$/i, 'a motion between rows'],
  [/^grid\.(selectAll|selectColumn)$/, 'a mark that begins with the first row'],
  [/^view\.\w+\.\w+$/, 'other rows are shown'],
  [/^grid\.sort/, 'the rows are in another order'],
]

export const reasonToMove = (id: string): string | undefined => moving.find(([pattern]) => pattern.test(id))?.[1]

/** Commands that make a row: the list's cursor goes to it. */
export const makesRow = (id: string): boolean => /\.(new|copy|saveNew)$/.test(id)

/** What is against the law in what was seen. */
export function breaches({ name }: Origin, { id, status, focused, before, made, after }: Seen): readonly string[] {
  const where = `${id} (${status}) from ${name}`
  const lost = focused.includes('') ? [`${where}: nothing has the keyboard: ${focused.join(' → ')}`] : []
  if (status !== 'ok') return lost
  if (makesRow(id)) {
    // No cursor: the record on its own page is in front, not a list.
    const isThere = made === '' || made.startsWith('new:')
    return isThere ? lost : [...lost, `${where}: the cursor is on ${made}, not on the new row`]
  }
  return reasonToMove(id) || before === after ? lost : [...lost, `${where}: the cursor went from ${before} to ${after}`]
}
