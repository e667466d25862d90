/**
 * Application identifiers after the GS1 Barcode Syntax Dictionary, © GS1 AISBL, Apache License 2.0
 * (docs/reference/scanning.md). Pure.
 */
import { hasCheckDigit } from './checkDigit.ts'
import { readDate } from './gs1Date.ts'

/** Pattern, `*` predefined length, `?` link attribute, components, `key` with qualifiers. */
const dictionary = `
00 *? N18,csum key
01 *? N14,csum key=22,10,21|235
02 *? N14,csum
03 * N14,csum
10 ? X..20
1[1-35-7] *? N6,yymmd0
20 *? N2
2[12] X..20
235 X..28
24[01] ? X..30
242 ? N..6
243 ? X..20
25[01] ? X..30
253 ? N13,csum [X..17] key
254 X..20
255 ? N13,csum [N..12] key
3[07] ? N..8
31[0-6][0-5] *? N6
32\\d[0-5] *? N6
33[0-7][0-5] *? N6
34\\d[0-5] *? N6
35[0-7][0-5] *? N6
36\\d[0-5] *? N6
39[02]\\d ? N..15
39[13]\\d ? N3 N..15
394[0-3] ? N4
395[0-5] ? N6
40[03] ? X..30
401 ? X..30,prefix key
402 ? N17,csum key
41[0-36] *? N13,csum
414 *? N13,csum key=254|7040
415 *? N13,csum key=8020
417 *? N13,csum key=7040
420 ? X..20
421 ? N3 X..9
42[246] ? N3
42[35] ? N3 [N3] [N3] [N3] [N3]
427 ? X..3
43[01][01] ? X..35,percent
43[01][2-6] ? X..70,percent
43[01]7 ? X2,letters
43(08|19) ? X..30
4309 ? N10,latitude N10,longitude
4318 ? X..20
4320 ? X..35,percent
432[1-3] ? N1,yesno
432[45] ? N6,yymmd0 N4,hhmi
4326 ? N6,yymmdd
433[0-3] ? N6 [X1],hyphen
7001 ? N13
7002 ? X..30
7003 ? N6,yymmdd N4,hhmi
7004 ? N..4
7005 ? X..12
7006 ? N6,yymmdd
7007 ? N6,yymmdd [N6],yymmdd
7008 ? X..3
7009 ? X..10
7010 ? X..2
7011 ? N6,yymmdd [N4],hhmi
702[0-2] ? X..20
7023 ? X..30,prefix
703\\d ? N3 X..27
7040 N1 X1 X1 X1,importer
7041 X..4
71[0-7] ? X..20
723\\d ? X2 X..28
7240 ? X..20
7241 ? N2,medium
7242 ? X..25
7250 ? N8,yyyymmdd
7251 ? N8,yyyymmdd N4,hhmi
7252 ? N1,sex
725[349] ? X..40,percent
7255 ? X..10
7256 ? X..90,percent
7257 ? X..70,percent
7258 ? X3,sequence
8001 ? N4,nonzero N5,nonzero N3,nonzero N1,winding N1
8002 ? X..20
8003 ? N1,zero N13,csum [X..16] key
8004 ? X..30,prefix key=7040
8005 ? N6
8006 ? N14,csum N4,piece key=22,10,21
8007 ? X..34
8008 ? N6,yymmdd N2,hour [N2],sixty [N2],sixty
8009 ? X..50
8010 ? Y..30,prefix key=8011
8011 N..12,integer
8012 ? X..20
8013 ? X..25,prefix key
8014 X..25,prefix
801[78] ? N18,csum key=8019
8019 N..10
8020 X..25
8026 ? N14,csum N4,piece
8030 ? Z..90
804[01] N15
8042 N32
8043 N18 [N..2]
811[02] ? X..70
8111 ? N4
8200 X..70
90 ? X..30
9[1-9] ? X..90
`

const isPieceOfTotal = (value: string) => {
  const [piece, total] = [Number(value.slice(0, 2)), Number(value.slice(2))]
  return piece > 0 && piece <= total
}

const clock = '([01]\\d|2[0-3])'

/** Content rules of components: a pattern, or a function. */
const rules: Readonly<Record<string, RegExp | ((value: string) => boolean)>> = {
  csum: hasCheckDigit,
  piece: isPieceOfTotal,
  yymmd0: value => readDate(value) !== null,
  yymmdd: value => readDate(value) !== null && !value.endsWith('00'),
  yyyymmdd: value => readDate(value.slice(2), Number(value.slice(0, 4))) !== null && !value.endsWith('00'),
  hhmi: new RegExp(`^${clock}[0-5]\\d$`),
  hour: new RegExp(`^${clock}$`),
  sixty: /^[0-5]/,
  prefix: /^\d{4}/,
  percent: /^([^%]|%[\da-f]{2})*$/i,
  letters: /^[A-Z]+$/,
  latitude: /^(0\d{9}|1[0-7]\d{8}|180{8})$/,
  longitude: /^([0-2]\d{9}|3[0-5]\d{8}|360{8})$/,
  yesno: /^[01]/,
  hyphen: /^-/,
  importer: /^[\w-]/,
  medium: /^(0[1-9]|10|[89]\d)$/,
  sex: /^[0129]/,
  sequence: /^[1-9]\/[1-9]/,
  nonzero: /[1-9]/,
  zero: /^0/,
  winding: /^[019]/,
  integer: /^(0|[1-9]\d*)$/,
}

/** Numeric, CSET 82, CSET 39, base64url. */
const characters: Readonly<Record<string, RegExp>> = {
  N: /^\d+$/,
  X: /^[!"%-?A-Z_a-z]+$/,
  Y: /^[#\-/\dA-Z]+$/,
  Z: /^[\w=-]+$/,
}

interface Component {
  readonly characters: string
  readonly length: number
  readonly isVariable: boolean
  readonly isOptional: boolean
  readonly rule: string | undefined
}

export interface ApplicationIdentifier {
  readonly ai: string
  /** Length that no separator ends; undefined where one does. */
  readonly predefinedLength: number | undefined
  readonly isLinkAttribute: boolean
  /** Alternative sequences of qualifiers of a primary key. */
  readonly qualifiers: readonly (readonly string[])[] | undefined
  readonly components: readonly Component[]
}

function componentOf(text: string): Component {
  const [, optional, type = '', variable, length, rule] = /^(\[)?([NXYZ])(\.\.)?(\d+)\]?(?:,(\w+))?$/.exec(text) ?? []
  return {
    characters: type,
    length: Number(length),
    isVariable: variable !== undefined,
    isOptional: optional !== undefined,
    rule,
  }
}

const lines = dictionary
  .trim()
  .split('\n')
  .map(line => {
    const [pattern, ...parts] = line.split(' ')
    return { pattern: new RegExp(`^${pattern}$`), parts }
  })

/** Null for identifiers that GS1 has not assigned. */
export function findIdentifier(ai: string): ApplicationIdentifier | null {
  const parts = lines.find(({ pattern }) => pattern.test(ai))?.parts
  if (!parts) return null
  const flags = /^[*?]/.test(parts[0] ?? '') ? (parts[0] ?? '') : ''
  const key = parts.find(part => part.startsWith('key'))
  const components = parts.filter(part => part !== flags && part !== key).map(componentOf)
  return {
    ai,
    predefinedLength: flags.includes('*') ? components.reduce((sum, { length }) => sum + length, 0) : undefined,
    isLinkAttribute: flags.includes('?'),
    qualifiers: key
      ?.slice(4)
      .split('|')
      .map(sequence => sequence.split(',')),
    components,
  }
}

/** Identifier that `text` begins with; none is the beginning of another. */
export function identifierAt(text: string): ApplicationIdentifier | null {
  return findIdentifier(text.slice(0, 2)) ?? findIdentifier(text.slice(0, 3)) ?? findIdentifier(text.slice(0, 4))
}

function isRight({ characters: type, length, isVariable, rule = '' }: Component, part: string): boolean {
  if (!isVariable && part.length < length) return false
  const check = rules[rule]
  return characters[type]?.test(part) === true && (!check || (check instanceof RegExp ? check.test(part) : check(part)))
}

/** Value by length, characters, check digit, dates; not by ISO code lists. */
export function isValueOf({ components }: ApplicationIdentifier, value: string): boolean {
  let rest = value
  for (const component of components) {
    if (rest === '' && component.isOptional) break
    const part = rest.slice(0, component.length)
    if (!isRight(component, part)) return false
    rest = rest.slice(part.length)
  }
  return rest === ''
}
