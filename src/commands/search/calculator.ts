/** Calculator of the palette (`=`): exact decimals, no code evaluation. */
import { type Decimal, decimal } from '#contract/schema/decimal.ts'
import { normalize } from './searchText.ts'

type Sign = '+' | '-' | '*' | '/' | '(' | ')' | '%'
type Token = Decimal | Sign

/** Operators in all notations; width is normalized before. */
const signs: Readonly<Record<string, Sign>> = {
  ...{ '+': '+', '-': '-', '−': '-', '–': '-', '*': '*', '×': '*', x: '*', '/': '/', '÷': '/' },
  ...{ '(': '(', ')': ')', '%': '%' },
}

const powers: Readonly<Record<string, string>> = { 万: '1e4', 萬: '1e4', 亿: '1e8', 億: '1e8' }

/** Thousands separators must be in place: `12,5` is not 125. */
const pattern = /\s*(?:((?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d*)?|\.\d+)([万萬亿億]?)|([-+*/()%×x÷−–]))/uy

const maxLength = 200
/** Maximum digits: beyond, results would be rounded and hence wrong. */
const maxDigits = 28
const decimals = 12

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (!match) return null
    const [, number, power = '', sign] = match
    if (number !== undefined) tokens.push(decimal(number.replaceAll(',', '')).times(powers[power] ?? 1))
    else if (sign !== undefined && signs[sign]) tokens.push(signs[sign])
  }
  return tokens
}

interface Term {
  readonly value: Decimal
  readonly isPercent: boolean
}

/** sum = product { ("+" | "-") product }, product = factor { ("*" | "/") factor }, factor = sign* atom "%"* */
class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  #take(...wanted: readonly Token[]): Token | undefined {
    const token = this.#tokens[this.#at]
    if (token === undefined || !wanted.includes(token)) return undefined
    this.#at += 1
    return token
  }

  sum(): Decimal | null {
    let value = this.#product()?.value ?? null
    for (let sign = this.#take('+', '-'); sign && value; sign = this.#take('+', '-')) {
      const term = this.#product()
      if (!term) return null
      // Convention of pocket calculators: 200 + 15% is 230.
      const amount = term.isPercent ? value.times(term.value) : term.value
      value = sign === '+' ? value.plus(amount) : value.minus(amount)
    }
    return value
  }

  #product(): Term | null {
    let term = this.#factor()
    for (let sign = this.#take('*', '/'); sign && term; sign = this.#take('*', '/')) {
      const next = this.#factor()
      if (!next || (sign === '/' && next.value.eq(0))) return null
      const value: Decimal = sign === '*' ? term.value.times(next.value) : term.value.div(next.value)
      term = { value, isPercent: false }
    }
    return term
  }

  #factor(): Term | null {
    if (this.#take('+')) return this.#factor()
    if (this.#take('-')) {
      const term = this.#factor()
      return term && { ...term, value: term.value.neg() }
    }
    let value = this.#atom()
    let isPercent = false
    while (value && this.#take('%')) {
      value = value.div(100)
      isPercent = true
    }
    return value && { value, isPercent }
  }

  #atom(): Decimal | null {
    if (this.#take('(')) {
      const value = this.sum()
      return this.#take(')') ? value : null
    }
    const token = this.#tokens[this.#at]
    if (token === undefined || typeof token === 'string') return null
    this.#at += 1
    return token
  }
}

export function calculate(text: string): { readonly value: string } | null {
  const asked = normalize(text).replace(/^=/, '')
  if (asked.length === 0 || asked.length > maxLength) return null
  const tokens = tokensOf(asked)
  if (!tokens) return null
  const reader = new Reader(tokens)
  const result = reader.sum()
  if (!result || !reader.isAtEnd || result.abs().gte(`1e${maxDigits}`)) return null
  const shown = result.round(decimals)
  return { value: (shown.eq(0) ? shown.abs() : shown).toFixed() }
}
