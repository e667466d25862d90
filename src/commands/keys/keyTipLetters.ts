/** Letters of key tips: pure, unique, stable per screen. */

export interface Lettered {
  /** Own keys after the held one: `['n']`, `['g', 'shift+p']`. */
  readonly own?: readonly string[] | undefined
  /** English words, most specific first: letters are equal in every language. */
  readonly words: readonly string[]
  /** Beside the page: two letters, after those of the page. */
  readonly isBeside?: boolean
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']
const rarest = [...'zxqjyvkwughlmfpbdoiarsnect']

function prefixesFor(ofPage: number, beside: number, free: number): number {
  for (let prefixes = 0; prefixes < free; prefixes += 1) {
    const single = Math.min(free - prefixes, ofPage)
    if ((free - single) * alphabet.length >= ofPage - single + beside) return prefixes
  }
  return free
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
  const ofPage = () => rest().filter(({ isBeside }) => !isBeside)
  const free = rarest.filter(letter => !used.has(letter))
  const beside = rest().length - ofPage().length
  const prefixes = free.slice(0, prefixesFor(ofPage().length, beside, free.length))
  const single = new Set(alphabet.filter(letter => free.includes(letter) && !prefixes.includes(letter)))
  for (const wishes of rounds) {
    for (const { words, index } of ofPage()) {
      const letter = wishes(words).find(wish => single.delete(wish))
      if (letter) codes.set(index, [letter])
    }
  }
  const pairs = new Set<string>()
  const pairUp = (things: ReturnType<typeof rest>, firsts: readonly string[]) => {
    for (const { words, index } of things) {
      const wishes = [...lettersOf(words), ...alphabet].flatMap(second => firsts.map(first => `${first} ${second}`))
      const pair = wishes.find(wish => !pairs.has(wish))
      if (pair) codes.set(index, pair.split(' '))
      if (pair) pairs.add(pair)
    }
  }
  pairUp(ofPage(), prefixes)
  const spared = free.filter(letter => single.has(letter) || prefixes.includes(letter))
  pairUp(rest(), spared.slice(0, prefixes.length + Math.ceil(beside / alphabet.length)))
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
