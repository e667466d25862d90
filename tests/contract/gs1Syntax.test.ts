import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findIdentifier, isValueOf } from '#contract/gs1/applicationIdentifiers.ts'
import { checkDigit, hasCheckDigit } from '#contract/gs1/checkDigit.ts'
import { readDigitalLink, writeDigitalLink } from '#contract/gs1/digitalLink.ts'
import { type Gs1Element, readElementString, writeBracketed, writeEncoded } from '#contract/gs1/elementString.ts'
import { readDate, writeDate } from '#contract/gs1/gs1Date.ts'
import { readAmount, readCount, readMeasure, writeMeasure } from '#contract/gs1/measure.ts'

const element = (ai: string, value: string): Gs1Element => ({ ai, value })

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const key = (length: number) => digits(length - 1).map(all => all + checkDigit(all))
/** CSET 82. */
const signs = (max: number) => fc.stringMatching(new RegExp(`^[!"%-?A-Z_a-z]{1,${max}}$`))
const day = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map(parts => parts.map(part => `${part}`.padStart(2, '0')).join(''))
const count = fc.integer({ min: 1, max: 99_999_999 }).map(String)

const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '10': signs(20),
  '11': day,
  '15': day,
  '17': day,
  '21': signs(20),
  '22': signs(20),
  '30': count,
  '37': count,
  '240': signs(30),
  '254': signs(20),
  '3103': digits(6),
  '3302': digits(6),
  '3932': count.map(amount => `156${amount}`),
  '400': signs(30),
  '410': key(13),
  '422': digits(3),
  '7003': day.filter(value => !value.endsWith('00')).map(value => `${value}0830`),
  '8008': day.filter(value => !value.endsWith('00')).map(value => `${value}0830`),
  '91': signs(90),
}

const keys: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '00': key(18),
  '01': key(14),
  '253': fc.tuple(key(13), signs(17)).map(parts => parts.join('')),
  '414': key(13),
  '8003': fc.tuple(key(13), signs(16)).map(([grai, serial]) => `0${grai}${serial}`),
  '8004': digits(4).map(prefix => `${prefix}AB/1`),
  '8006': key(14).map(gtin => `${gtin}0102`),
  '8018': key(18),
}

const among = (from: Readonly<Record<string, fc.Arbitrary<string>>>, ais: readonly string[]) =>
  fc.tuple(...ais.map(ai => from[ai]?.map(value => element(ai, value)) ?? fc.constant(element(ai, ''))))

/** Elements of a label in any order. */
const labels = fc
  .tuple(fc.constantFrom(...Object.keys(keys)), fc.shuffledSubarray(Object.keys(values)))
  .chain(([first, others]) => fc.tuple(among(keys, [first]), among(values, others)))
  .chain(([first, others]) => fc.shuffledSubarray([...first, ...others], { minLength: others.length + 1 }))

const separator = '\u001d'

describe('element strings', () => {
  test('what is written encoded is read as it was, also by a scanner that types the separator', () => {
    fc.assert(
      fc.property(
        labels,
        fc.constantFrom('', ']C1', ']d2', ']Q3'),
        fc.constantFrom(separator, '|', '~', '^'),
        (...given) => {
          const [elements, symbol, substitute] = given
          const written = writeEncoded(elements) ?? ''
          expect(readElementString(symbol + written.replaceAll(separator, substitute))).toEqual(elements)
        },
      ),
    )
  })

  test('what is written for people is read as it was', () => {
    fc.assert(
      fc.property(labels, elements => {
        expect(readElementString(writeBracketed(elements) ?? '')).toEqual(elements)
      }),
    )
  })

  test('text is read as elements only where writing them gives an equal code', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(\d{2,6}[A-Z()]{0,4}){1,6}$/)), text => {
        const elements = readElementString(text)
        if (elements) expect(readElementString(writeEncoded(elements) ?? '')).toEqual(elements)
      }),
    )
  })

  test('a separator stands only after a variable length that something follows', () => {
    expect(writeEncoded([element('10', 'AB-1'), element('17', '271112'), element('21', '7')])).toBe(
      `10AB-1${separator}17271112217`,
    )
    expect(writeEncoded([element('17', '271112'), element('10', 'AB-1')])).toBe('1727111210AB-1')
  })

  test('published codes are read', () => {
    expect(readElementString('(01)09521234543213(17)261231(10)ABC123')).toEqual([
      element('01', '09521234543213'),
      element('17', '261231'),
      element('10', 'ABC123'),
    ])
    expect(readElementString(']C101095011015300031714070410AB-123')).toEqual([
      element('01', '09501101530003'),
      element('17', '140704'),
      element('10', 'AB-123'),
    ])
    expect(readElementString('(00)376104250021234569')).toEqual([element('00', '376104250021234569')])
    expect(readElementString('(01)95012345678903(3103)000400')).toEqual([
      element('01', '95012345678903'),
      element('3103', '000400'),
    ])
    expect(readElementString('(00)106141411234567897 (02)00614141123452 (37)12')).toHaveLength(3)
  })

  test('an element that breaks its rule is refused by reader and writers', () => {
    for (const [ai, value] of [
      ['01', '09521234543214'],
      ['10', 'A B'],
      ['10', '批号'],
      ['10', ''],
      ['10', 'A'.repeat(21)],
      ['11', '261300'],
      ['17', '270230'],
      ['7003', '2711002400'],
      ['7003', '2711120860'],
      ['3106', '000400'],
      ['37', '12A'],
      ['8006', '095212345432130302'],
      ['8008', '26111225'],
      ['8011', '012'],
      ['4321', '2'],
      ['4309', '18000000013600000000'],
      ['05', '1'],
    ] as const) {
      expect(writeEncoded([element(ai, value)]), `${ai} ${value}`).toBeNull()
      expect(writeBracketed([element(ai, value)])).toBeNull()
      expect(readElementString(`(${ai})${value}`)).toBeNull()
    }
    expect(writeEncoded([])).toBeNull()
    expect(writeEncoded([element('10', 'A'), element('10', 'B')])).toBeNull()
  })

  test('brackets within values stay what they are', () => {
    const elements = [element('10', 'A(10)B'), element('21', '(7)')]
    expect(writeBracketed(elements)).toBe('(10)A\\(10)B(21)\\(7)')
    expect(readElementString('(10)A(B(21)7')).toEqual([element('10', 'A(B'), element('21', '7')])
  })

  test('optional and repeated components are counted', () => {
    const parts = (ai: string, value: string) => isValueOf(findIdentifier(ai) ?? expect.fail(ai), value)
    expect(['156', '156344', '156344446', '1563'].map(value => parts('423', value))).toEqual([true, true, true, false])
    expect(['26111208', '2611120830', '261112083015', '2611120830151'].map(value => parts('8008', value))).toEqual([
      ...[true, true, true],
      false,
    ])
  })
})

describe('Digital Links', () => {
  const qualifiersOf = (ai: string) => (ai === '01' || ai === '8006' ? ['22', '10', '21'] : ai === '414' ? ['254'] : [])
  const attributes = Object.keys(values).filter(ai => findIdentifier(ai)?.isLinkAttribute && ai !== '10')
  const links = fc
    .constantFrom(...Object.keys(keys))
    .chain(ai => fc.tuple(fc.constant(ai), fc.subarray(qualifiersOf(ai)), fc.shuffledSubarray(attributes)))
    .chain(([ai, qualifiers, others]) =>
      fc.tuple(among(keys, [ai]), among(values, qualifiers), among(values, others)).map(parts => parts.flat()),
    )
    .filter(elements => elements.every(({ value }) => !/^\.{1,2}$/.test(value)))

  test('what is written is read as it was, under any domain and stem', () => {
    const bases = fc.constantFrom('https://id.gs1.org', 'https://example.com/a/01/', 'HTTP://192.168.0.7:5180/g')
    fc.assert(
      fc.property(links, bases, (elements, base) => {
        const link = writeDigitalLink(base, elements) ?? ''
        expect(URL.canParse(link)).toBe(true)
        expect(readDigitalLink(link)).toEqual(elements)
        expect(readDigitalLink(new URL(link).href)).toEqual(elements)
      }),
    )
  })

  test('published links are read and written', () => {
    for (const [link, elements] of [
      ['https://id.gs1.org/01/09521234543213/10/ABC123/21/12345', ['01 09521234543213', '10 ABC123', '21 12345']],
      ['https://id.gs1.org/01/09521234543213/10/ABC123?17=261231', ['01 09521234543213', '10 ABC123', '17 261231']],
      ['https://id.gs1.org/00/106141411234567897', ['00 106141411234567897']],
      ['https://id.gs1.org/414/9520123456788/254/32a%2Fb', ['414 9520123456788', '254 32a/b']],
      [
        'https://id.gs1.org/01/09520123456788?3103=000195&3922=0299&17=201225',
        ['01 09520123456788', '3103 000195', '3922 0299', '17 201225'],
      ],
    ] as const) {
      const read = elements.map(text => element(...(text.split(' ') as [string, string])))
      expect(readDigitalLink(link)).toEqual(read)
      expect(writeDigitalLink('https://id.gs1.org/', read)).toBe(link)
    }
  })

  test('shorter GTINs are padded, and what belongs to the resolver is passed over', () => {
    expect(readDigitalLink('https://example.com/01/9520123456788?linkType=all;17=201225#top')).toEqual([
      element('01', '09520123456788'),
      element('17', '201225'),
    ])
  })

  test('qualifiers out of order, foreign qualifiers and unknown attributes make no link', () => {
    for (const link of [
      'https://example.com/01/09520123456788/21/7/10/L',
      'https://example.com/00/106141411234567897/10/L',
      'https://example.com/01/09520123456788/10',
      'https://example.com/01/09520123456788?21=7',
      'https://example.com/01/09520123456788?05=7',
      'https://example.com/10/L',
      'ftp://example.com/01/09520123456788',
    ])
      expect(readDigitalLink(link), link).toBeNull()
  })

  test('nothing is written that would be read otherwise', () => {
    const gtin = element('01', '09520123456788')
    expect(writeDigitalLink('https://example.com', [gtin, element('10', '..')])).toBeNull()
    expect(writeDigitalLink('https://example.com', [gtin, element('254', 'X')])).toBeNull()
    expect(writeDigitalLink('https://example.com', [element('10', 'L')])).toBeNull()
    expect(writeDigitalLink('https://example.com/?a=1', [gtin])).toBeNull()
    expect(writeDigitalLink('example.com', [gtin])).toBeNull()
  })
})

describe('values', () => {
  test('check digits complete keys of every length', () => {
    expect(checkDigit('37610425002123456')).toBe('9')
    expect(checkDigit('629104150021')).toBe('3')
    expect(hasCheckDigit('96385074')).toBe(true)
    expect(hasCheckDigit('6291041500214')).toBe(false)
  })

  test('years within 50 of this one are meant, and day 00 is the end of the month', () => {
    expect(readDate('270200', 2026)).toBe('2027-02-28')
    expect(readDate('280200', 2026)).toBe('2028-02-29')
    expect(readDate('760101', 2026)).toBe('2076-01-01')
    expect(readDate('770101', 2026)).toBe('1977-01-01')
    expect(readDate('490101', 1999)).toBe('2049-01-01')
    expect(readDate('500101', 2051)).toBe('2050-01-01')
    expect(readDate('010101', 2051)).toBe('2101-01-01')
    expect(readDate('270229', 2026)).toBeNull()
    expect(writeDate('2027-11-12', 2026)).toBe('271112')
    expect(writeDate('1926-11-12', 2026)).toBeNull()
  })

  test('measures and amounts are decimal text', () => {
    expect(readMeasure(element('3103', '012500'))).toEqual({ kind: 'weight', unit: 'kg', quantity: '12.500' })
    expect(readMeasure(element('3150', '000004'))).toEqual({ kind: 'volume', unit: 'l', quantity: '4' })
    expect(readMeasure(element('3205', '000001'))).toEqual({ kind: 'weight', unit: 'lb', quantity: '0.00001' })
    expect(readMeasure(element('10', '000001'))).toBeNull()
    expect(readCount(element('37', '0012'))).toBe('12')
    expect(readAmount(element('3922', '0299'))).toEqual({ amount: '2.99' })
    expect(readAmount(element('3932', '1565'))).toEqual({ currency: '156', amount: '0.05' })
  })

  test('a measure that is written says the same quantity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 5 }), (whole, decimals) => {
        const quantity = (whole / 10 ** decimals).toFixed(decimals)
        const written = writeMeasure('310', quantity)
        expect(Number(readMeasure(written ?? expect.fail(quantity))?.quantity)).toBe(Number(quantity))
      }),
    )
    expect(writeMeasure('310', '12.5')).toEqual(element('3101', '000125'))
    for (const wrong of ['1234567', '0.123456', '1.000001x', '-1', '']) expect(writeMeasure('310', wrong)).toBeNull()
  })
})
