/** Prepared statements, planned once per connection: planning dominates postings. */
interface Client {
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

/** Prefix of per-call statements: prepared outside transactions too. */
export const everyCall = '/* every call */'

/** Prefix of user-defined orders: too many variants to prepare. */
export const ownOrder = '/* own order */'

const maxNames = 500
const maxSeen = 5_000
const timesBefore = 2

const names = new Map<string, string>()
const seen = new Map<string, number>()

/** Name of a repeated statement; rare ones would waste database memory. */
function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= maxNames) return null
  const times = (seen.get(text) ?? 0) + 1
  if (times <= timesBefore) {
    if (seen.size >= maxSeen) seen.clear()
    seen.set(text, times)
    return null
  }
  seen.delete(text)
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

/** Integer arrays serialized at once: the driver would escape each element. */
const asSent = (value: unknown): unknown =>
  Array.isArray(value) && value.every(Number.isInteger) ? `{${value.join()}}` : value

/** Prepares statements in transactions, reports waits; list queries are planned by value. */
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
