/** Memoization of pure functions and of atom definitions. */

/** Cache of results by identity of an immutable argument, weakly held. */
export function memoized<K extends WeakKey, V extends NonNullable<unknown>>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return key => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

/** Atom family: one definition per name; values live in the store. */
export function atomFamily<K, A extends object>(make: (name: K) => A): (name: K) => A {
  const made = new Map<K, A>()
  return name => {
    const atom = made.get(name) ?? make(name)
    made.set(name, atom)
    return atom
  }
}
