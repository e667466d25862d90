/** Which letters stand on the buttons while Alt is held: pure, each once, the same ones on the same screen. */

/** Something on screen that a letter can press. */
export interface Lettered {
  /** The keys it has already behind the one that is held, as strokes: `['n']`, `['1']`, `['g', 'shift+p']`. */
  readonly own?: readonly string[] | undefined
  /** English words for it, the most telling first: in every language of the console the letters are the same. */
  readonly words: readonly string[]
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']
/** Letters that begin few English words, first: where letters run out, codes of two letters begin with these. */
const rarest = [...'zxqjyvkwughlmfpbdoiarsnect']

/** How many letters have to begin codes of two, so that there is a code for everybody. */
function prefixesFor(wanted: number, free: number): number {
  let prefixes = 0
  while (prefixes < free && free - prefixes + prefixes * alphabet.length < wanted) prefixes += 1
  return prefixes
}

const lettersOf = (words: readonly string[]) => [...words.join('').toLowerCase()]

/** What a thing would like best, in rounds: everybody's initials come before anybody's further letters. */
const rounds: readonly ((words: readonly string[]) => readonly string[])[] = [
  words => lettersOf(words.slice(0, 1)).slice(0, 1),
  words => words.flatMap(word => lettersOf([word]).slice(0, 1)),
  lettersOf,
  () => alphabet,
]

/**
 * A code for each thing, as strokes: its own keys where it has some, else a letter out of its words, else two letters.
 * No code is the beginning of another, and none begins with what `taken` says means something else.
 */
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

/** Does a code go on with what was pressed so far? */
export function beginsWith(code: readonly string[], pressed: readonly string[]): boolean {
  return pressed.every((stroke, index) => code[index] === stroke)
}

/** Verbs that say little: what they are done to is the better word. */
const pale = new Set(['open', 'toggle', 'sheet'])

/** The English words in the name of a command, its verb first: `materialstorein.submit` is `submit`, `materialstorein`. */
export function wordsOf(commandId: string): readonly string[] {
  const parts = commandId.split('.')
  const verb = parts.at(-1) ?? ''
  const others = parts.slice(0, -1)
  return pale.has(verb) ? [...others, verb] : [verb, ...others]
}
