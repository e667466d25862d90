/** Sums of exact decimals, with units; no code evaluation. */
import { type Decimal, decimal } from './decimal.ts'

type Sign = '+' | '-' | '*' | '/' | '(' | ')' | '%'

/** Unit as a fraction of the result's. */
export interface UnitRatio {
  readonly times: Decimal
  readonly over: Decimal
}

type Token = Decimal | Sign | UnitRatio

export type UnitReader = (text: string) => { readonly ratio: UnitRatio; readonly length: number } | null

/** Operators in all notations; width is normalized before. */
const signs: Readonly<Record<string, Sign>> = {
  ...{ '+': '+', '-': '-', '−': '-', '–': '-', '*': '*', '×': '*', x: '*', '/': '/', '÷': '/', '、': '/' },
  ...{ '(': '(', ')': ')', '%': '%' },
}

const powers: Readonly<Record<string, string>> = { 万: '1e4', 萬: '1e4', 亿: '1e8', 億: '1e8' }

/** Thousands separators must be in place: `12,5` is not 125. */
const number = /((?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d*)?|\.\d+)(e[+-]?\d{1,2}(?!\d))?([万萬亿億]?)/uy

const maxLength = 200
/** Maximum digits: beyond, results would be rounded and hence wrong. */
const maxDigits = 28
/** Places kept of quotients: 1/3*3 is 1. */
const exactPlaces = 30
const calculatorPlaces = 12

const noUnits: UnitReader = () => null

function tokensOf(text: string, unitAt: UnitReader): readonly Token[] | null {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at)
    const unit = unitAt(text.slice(at))
    number.lastIndex = at
    const match = number.exec(text)
    const sign = signs[character]
    if (match) {
      const [all, digits = '', exponent = '', power = ''] = match
      tokens.push(decimal(digits.replaceAll(',', '').replace(/\.$/, '') + exponent).times(powers[power] ?? 1))
      at += all.length
    } else if (unit) {
      tokens.push(unit.ratio)
      at += unit.length
    } else if (sign) {
      tokens.push(sign)
      at += 1
    } else if (character === ' ') at += 1
    else return null
  }
  return tokens
}

interface Term {
  readonly value: Decimal
  readonly isPercent: boolean
  readonly hasUnit: boolean
}

const isUnit = (token: Token | undefined): token is UnitRatio => typeof token === 'object' && 'over' in token
const isNumber = (token: Token | undefined): token is Decimal => typeof token === 'object' && !isUnit(token)

/** Grammar: sum of products of factors; `%` and units follow. */
class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  #take(...wanted: readonly Sign[]): Sign | undefined {
    const token = wanted.find(sign => sign === this.#tokens[this.#at])
    if (token !== undefined) this.#at += 1
    return token
  }

  sum(): Term | null {
    let sum = this.#product()
    for (let sign = this.#take('+', '-'); sign && sum; sign = this.#take('+', '-')) {
      const term = this.#product()
      if (!term) return null
      // Convention of pocket calculators: 200 + 15% is 230.
      const amount: Decimal = term.isPercent ? sum.value.times(term.value) : term.value
      const value: Decimal = sign === '+' ? sum.value.plus(amount) : sum.value.minus(amount)
      sum = { value, isPercent: false, hasUnit: sum.hasUnit || term.hasUnit }
    }
    return sum
  }

  #product(): Term | null {
    let term = this.#factor()
    for (let sign = this.#take('*', '/'); sign && term; sign = this.#take('*', '/')) {
      const next = this.#factor()
      if (!next || (sign === '/' && next.value.eq(0))) return null
      // Weight times weight is no quantity.
      if (next.hasUnit && (term.hasUnit || sign === '/')) return null
      const value: Decimal = sign === '*' ? term.value.times(next.value) : term.value.div(next.value)
      term = { value, isPercent: false, hasUnit: term.hasUnit || next.hasUnit }
    }
    return term
  }

  #factor(): Term | null {
    if (this.#take('+')) return this.#factor()
    if (this.#take('-')) {
      const term = this.#factor()
      return term && { ...term, value: term.value.neg() }
    }
    return this.#measured()
  }

  #measured(): Term | null {
    let term = this.#atom()
    while (term && this.#take('%')) term = { ...term, value: term.value.div(100), isPercent: true }
    const unit = this.#tokens[this.#at]
    if (!term || !isUnit(unit)) return term
    if (term.hasUnit || term.isPercent) return null
    this.#at += 1
    const measured = { ...term, value: term.value.times(unit.times).div(unit.over), hasUnit: true }
    if (!isNumber(this.#tokens[this.#at])) return measured
    // 3箱6瓶 is a sum; a second number without unit is not.
    const rest = this.#measured()
    return rest?.hasUnit ? { ...measured, value: measured.value.plus(rest.value) } : null
  }

  #atom(): Term | null {
    if (this.#take('(')) {
      const term = this.sum()
      return this.#take(')') && term ? { ...term, isPercent: false } : null
    }
    const token = this.#tokens[this.#at]
    if (!isNumber(token)) return null
    this.#at += 1
    return { value: token, isPercent: false, hasUnit: false }
  }
}

/** Full-width forms and signs of Chinese input methods in plain ones. */
export function plainExpression(text: string): string {
  return text.normalize('NFKC').replaceAll('。', '.').toLowerCase().trim().replace(/^=/, '').trim()
}

export function evaluate(expression: string, unitAt: UnitReader = noUnits): Decimal | null {
  if (expression.length === 0 || expression.length > maxLength) return null
  const tokens = tokensOf(expression, unitAt)
  if (!tokens) return null
  const reader = new Reader(tokens)
  const value = reader.sum()?.value
  if (!value || !reader.isAtEnd || value.abs().gte(`1e${maxDigits}`)) return null
  const exact = value.round(exactPlaces)
  return exact.eq(0) ? exact.abs() : exact
}

/** Calculator: rounded for display. */
export function calculate(text: string): { readonly value: string } | null {
  const result = evaluate(plainExpression(text))?.round(calculatorPlaces)
  return result ? { value: (result.eq(0) ? result.abs() : result).toFixed() } : null
}
