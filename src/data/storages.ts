/** The storages of the browser, where there is one; headless there is none and nothing is kept. */

type Which = 'localStorage' | 'sessionStorage'

function open(which: Which): Storage | null {
  try {
    return globalThis[which] ?? null
  } catch {
    // A browser that forbids storage throws on the mere question.
    return null
  }
}

/** What was kept under a name, or null. */
export function keptIn(which: Which, name: string): string | null {
  return open(which)?.getItem(name) ?? null
}

/**
 * Keeps a text under a name, or forgets it with null. A storage that is full keeps what it had; false says so, for whoever
 * keeps more than a convenience there.
 */
export function keepIn(which: Which, name: string, value: string | null): boolean {
  try {
    if (value === null) open(which)?.removeItem(name)
    else open(which)?.setItem(name, value)
    return true
  } catch {
    return false
  }
}

/** Names that begin so. */
export function namesIn(which: Which, prefix: string): readonly string[] {
  const storage = open(which)
  if (!storage) return []
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.filter(name => name.startsWith(prefix))
}
