/** Letters of key tips: pure, unique, stable per screen. */

export interface Lettered {
  /** Own keys after the held one: `['n']`, `['g', 'shift+p']`. */
  readonly own?: readonly string[] | undefined
  /** English words, most specific first: letters are equal in every language. */
  readonly words: readonly string[]
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']
const rarest = [...'zxqjyvkwughlmfpbdoiarsnect']

function prefixesFor(wanted: number, free: number): number {
  let prefixes = 0
  while (prefixes < free && free - prefixes + prefixes * alphabet.length < wanted) prefixes += 1
  return prefixes
}

const lettersOf = (words: readonly string[]) => [...words.join('').toLowerCase()]

/** Preferences in rounds: initials of all before further letters of any. */
const rounds: readonly ((words: readonly string[]) => readonly string[])[] = [
  words => lettersOf(words.slice(0, 1)).slice(0, 1),
  words => words.flatMap(word => lettersOf([word]).slice(0, 1)),
  lettersOf,
  () => alphabet,
]

/** Assigns prefix-free codes: own keys, else letters; avoids prefixes in `taken`. */
export function accessCodes(things: readonly Lettered[], taken: ReadonlySet<string>): readonly (readonly string[])[] {
  const codes = new Map<number, readonly string[]>()
  const used = new Set(taken)
  const owned = new Set<string>()
  things.forEach(({ own }, index) => {
    if (!own || owned.has(own.join(' '))) return
    owned.add(own.join(' '))
    codes.set(index, own)
    if (own[0]) used.add(own[0])
  })
  const rest = () => things.flatMap((thing, index) => (codes.has(index) ? [] : [{ ...thing, index }]))
  const free = alphabet.filter(letter => !used.has(letter))
  const prefixes = rarest.filter(letter => free.includes(letter)).slice(0, prefixesFor(rest().length, free.length))
  const single = new Set(free.filter(letter => !prefixes.includes(letter)))
  for (const wishes of rounds) {
    for (const { words, index } of rest()) {
      const letter = wishes(words).find(wish => single.delete(wish))
      if (letter) codes.set(index, [letter])
    }
  }
  const pairs = new Set(prefixes.flatMap(first => alphabet.map(second => `${first} ${second}`)))
  for (const { words, index } of rest()) {
    const wishes = [...lettersOf(words), ...alphabet].flatMap(second => prefixes.map(first => `${first} ${second}`))
    const pair = wishes.find(wish => pairs.delete(wish))
    codes.set(index, pair?.split(' ') ?? [])
  }
  return things.map((_, index) => codes.get(index) ?? [])
}

export function beginsWith(code: readonly string[], pressed: readonly string[]): boolean {
  return pressed.every((stroke, index) => code[index] === stroke)
}

/** Generic verbs: their object makes a better letter. */
const pale = new Set(['open', 'toggle', 'sheet'])

export function wordsOf(commandId: string): readonly string[] {
  const parts = commandId.split('.')
  const verb = parts.at(-1) ?? ''
  const others = parts.slice(0, -1)
  return pale.has(verb) ? [...others, verb] : [verb, ...others]
}
