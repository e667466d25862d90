/** Statements that are asked again and again are planned once per connection: what a posting asks is mostly planning. */
interface Client {
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

/** A statement that is asked for every call says so with its first words, outside transactions too. */
export const everyCall = '/* every call */'

/** A statement in an order of somebody's own says so with its first words: there are too many for each to have a name. */
export const ownOrder = '/* own order */'

const mostNames = 500
const mostSeen = 5_000
const timesBefore = 2

const names = new Map<string, string>()
const seen = new Map<string, number>()

/** The name of a statement that was asked a few times before; others are not worth the database's memory. */
function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= mostNames) return null
  const times = (seen.get(text) ?? 0) + 1
  if (times <= timesBefore) {
    if (seen.size >= mostSeen) seen.clear()
    seen.set(text, times)
    return null
  }
  seen.delete(text)
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

/** Whole numbers by the hundred are written in one go: the driver looks into each for what would have to be escaped. */
const asSent = (value: unknown): unknown =>
  Array.isArray(value) && value.every(Number.isInteger) ? `{${value.join()}}` : value

/**
 * Prepares the statements of a connection, and tells when it begins to wait for an answer. Only those inside transactions
 * are prepared, traces among them: lists go on being planned for the very values that are asked for.
 */
export function prepareStatements(client: unknown, asked: () => () => void): void {
  const connection = client as Client
  const ask = connection.query.bind(connection) as (first: unknown, values?: readonly unknown[]) => Promise<unknown>
  let inside = false
  connection.query = async (text: string, values: readonly unknown[] = []) => {
    if (text === 'begin' || text.startsWith('start transaction')) inside = true
    else if (text === 'commit' || text === 'rollback') inside = false
    const isRepeated = values.length > 0 && (inside ? !text.startsWith(ownOrder) : text.startsWith(everyCall))
    const name = isRepeated ? nameOf(text) : null
    const answered = asked()
    const sent = values.map(asSent)
    try {
      return await (name === null ? ask(text, sent) : ask({ name, text, values: sent }))
    } finally {
      answered()
    }
  }
}
