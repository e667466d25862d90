/** ICU message arguments: `{count, plural, …}` is `count`, of type plural. */

const head = /\{\s*(\w+)\s*(?:\}|,\s*(\w+)\s*(,|\}))/y
const branching = new Set(['plural', 'select', 'selectordinal'])

/** Arguments with types (empty for plain); null on unbalanced braces. */
export function argumentsOf(message: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  const open: ('argument' | 'message')[] = []
  for (let at = 0; at < message.length; at++) {
    const sign = message[at]
    if (sign === '}' && open.pop() === undefined) return null
    if (sign !== '{') continue
    if (open.at(-1) === 'argument') {
      open.push('message')
      continue
    }
    head.lastIndex = at
    const [whole = '', name = '', type = '', end] = head.exec(message) ?? []
    if (name === '') return null
    found.set(name, found.get(name) || type)
    at += whole.length - 1
    if (end !== ',') continue
    if (branching.has(type)) open.push('argument')
    else {
      at = message.indexOf('}', at)
      if (at < 0) return null
    }
  }
  return open.length === 0 ? found : null
}
