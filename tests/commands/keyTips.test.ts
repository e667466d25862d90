import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessCodes, beginsWith, type Lettered, wordsOf } from '../../src/commands/keys/keyTipLetters.ts'

const none: ReadonlySet<string> = new Set()
const named = (...commands: readonly string[]): readonly Lettered[] =>
  commands.map(command => ({ words: wordsOf(command) }))
const written = (codes: readonly (readonly string[])[]) => codes.map(code => code.join(' '))

describe('the letters on the buttons', () => {
  it('are the first letters of what the commands do', () => {
    expect(written(accessCodes(named('brand.save', 'brand.delete', 'brand.copy'), none))).toEqual(['s', 'd', 'c'])
  })

  it('are those of the thing where the verb says little', () => {
    expect(written(accessCodes(named('theme.toggle', 'palette.open', 'keys.sheet'), none))).toEqual(['t', 'p', 'k'])
  })

  it('nobody loses the first letter to another one further down in a word', () => {
    expect(written(accessCodes(named('brand.copy', 'brand.copy', 'brand.open'), none))).toEqual(['c', 'o', 'b'])
  })

  it('are the keys a button has with Alt already, and never a letter that means something else with Alt', () => {
    const items = [{ own: ['n'], words: ['new'] }, { words: ['next'] }, { words: ['refresh'] }]
    expect(written(accessCodes(items, new Set(['n', 'r'])))).toEqual(['n', 'e', 'f'])
  })

  it('a shortcut stands on one button only, however often its command is on screen', () => {
    const twice = { own: ['n'], words: ['new'] }
    expect(written(accessCodes([twice, twice], new Set(['n'])))).toEqual(['n', 'e'])
  })

  it('a thing without any word in English still has one', () => {
    expect(written(accessCodes([{ words: [] }, { words: ['abort'] }], none))).toEqual(['b', 'a'])
  })

  it('where letters run out some take two, and the others keep their one', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ words: [`word${index}`] }))
    const codes = accessCodes(many, new Set(['g', 'r']))
    expect(codes.filter(code => code.length === 2).length).toBeGreaterThan(0)
    expect(codes.filter(code => code.length === 1).length).toBeGreaterThan(20)
  })
})

describe('the letters of what stands beside the page', () => {
  const page = named('brand.save', 'brand.delete', 'brand.copy')
  const beside = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ words: [`group${at}`], isBeside: true }))

  it('are two, and the page has the same ones as without it', () => {
    const codes = accessCodes([...page, ...beside(30)], none)
    expect(codes.slice(0, 3)).toEqual(accessCodes(page, none))
    expect(codes.slice(3).every(code => code.length === 2)).toBe(true)
  })

  it('leave single letters to the page as long as one can be spared', () => {
    const full = Array.from({ length: 25 }, (_, at) => ({ words: [`word${at}`] }))
    const codes = accessCodes([...full, ...beside(20)], none)
    expect(codes.slice(0, 25)).toEqual(accessCodes(full, none))
    const crowded = accessCodes([...full, ...full, ...beside(60)], new Set(['g', 'r']))
    expect(crowded.every(code => code.length > 0)).toBe(true)
  })
})

const lettered = fc.record({
  isBeside: fc.boolean(),
  own: fc.option(fc.constantFrom(['n'], ['1'], ['g', 'p'], ['g', 'shift+p']), { nil: undefined }),
  words: fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 3 }),
})
const letters = fc.uniqueArray(fc.constantFrom<string>('g', 'n', 'r', 'w', 'f', 'h', 'p'))

describe('whatever is on screen', () => {
  it('everything has a code, none is or begins another, none means something else, and they stay the same', () => {
    fc.assert(
      fc.property(fc.array(lettered, { maxLength: 90 }), letters, (items, list) => {
        const taken = new Set<string>(list)
        const codes = accessCodes(items, taken)
        expect(codes).toEqual(accessCodes(items, taken))
        codes.forEach((code, index) => {
          expect(code.length).toBeGreaterThan(0)
          if (code !== items[index]?.own) expect(taken.has(code[0] ?? '')).toBe(false)
          codes.forEach((other, at) => {
            if (at !== index) expect(beginsWith(other, code), `${code} begins ${other}`).toBe(false)
          })
        })
      }),
    )
  })
})
