/** Browser storages; headless there are none and nothing persists. */

type Which = 'localStorage' | 'sessionStorage'

function open(which: Which): Storage | null {
  try {
    return globalThis[which] ?? null
  } catch {
    // Browsers that forbid storage throw on mere access.
    return null
  }
}

export const hasStorage = (which: Which): boolean => open(which) !== null

export function readStorage(which: Which, name: string): string | null {
  return open(which)?.getItem(name) ?? null
}

/** Stores a text, null removes it. False when full, old value stays. */
export function writeStorage(which: Which, name: string, value: string | null): boolean {
  try {
    if (value === null) open(which)?.removeItem(name)
    else open(which)?.setItem(name, value)
    return true
  } catch {
    return false
  }
}

export function storageKeys(which: Which, prefix: string): readonly string[] {
  const storage = open(which)
  if (!storage) return []
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.filter(name => name.startsWith(prefix))
}
