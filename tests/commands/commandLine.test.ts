import { expect, test } from 'vitest'
import type { Field } from '#contract/schema/field.ts'
import type { Command } from '../../src/commands/core/command.ts'
import {
  assign,
  commandLineOf,
  labelledValue,
  rankOf,
  recordValuesOf,
  type Slot,
  slotsOf,
  splitWords,
  type WordValue,
  wildcardOf,
} from '../../src/commands/search/commandLine.ts'
import { allCommands } from './allCommands.ts'

const command = (id: string): Command => {
  const found = allCommands.find(each => each.id === id)
  if (!found) throw new Error(`no command ${id}`)
  return found
}

const names: Readonly<Record<string, Command>> = {
  收货: command('materialstorein.new'),
  'goods receipt': command('materialstorein.new'),
  放行: command('stocklot.release'),
  冻结: command('stocklot.hold'),
  领料: command('produceplan.issue'),
}

const lineOf = (query: string) => {
  const line = commandLineOf(query, text => (Object.hasOwn(names, text) ? names[text] : undefined))
  return line && [line.command.id, ...line.words]
}

test.each([
  ['收货 黄豆 500kg 东北黑土', ['materialstorein.new', '黄豆', '500kg', '东北黑土']],
  ['收货　黄豆　５００ｋｇ', ['materialstorein.new', '黄豆', '500kg']],
  ['黄豆 500kg 收货', ['materialstorein.new', '黄豆', '500kg']],
  ['goods receipt soy 500kg', ['materialstorein.new', 'soy', '500kg']],
  ['soy 500kg goods receipt', ['materialstorein.new', 'soy', '500kg']],
  ['放行 HT-0*', ['stocklot.release', 'HT-0*']],
  ['HT-0* 放行', ['stocklot.release', 'HT-0*']],
  ['  放行   HT-01   HT-02 ', ['stocklot.release', 'HT-01', 'HT-02']],
  ['冻结 HT-01 "金属 异物"', ['stocklot.hold', 'HT-01', '金属 异物']],
  ['冻结 HT-01 原因:"金属 异物"', ['stocklot.hold', 'HT-01', '原因:金属 异物']],
  ['领料 PP20261124-003', ['produceplan.issue', 'PP20261124-003']],
])('"%s" is a command with words', (query, line) => {
  expect(lineOf(query)).toEqual(line)
})

test.each(['', '收货', '放行', '黄豆 500kg', 'goods receipt', '收货黄豆'])('"%s" is none', query => {
  expect(lineOf(query)).toBeNull()
})

test('an unfinished quote holds what is typed so far', () => {
  expect(splitWords('冻结 "金属 异')).toEqual(['冻结', '金属 异'])
})

test('the slots of a receipt are what a person enters, in the document and its lines', () => {
  const slots = slotsOf(command('materialstorein.new'))
  const of = (lines: string | undefined) => slots.filter(slot => slot.lines === lines).map(({ name }) => name)
  expect(of(undefined)).toEqual(expect.arrayContaining(['supplyId', 'warehouseId', 'storeInType', 'deliveryNoteNo']))
  expect(of('lines')).toEqual(expect.arrayContaining(['materialId', 'materialSpecId', 'baseQty', 'produceDate']))
  // The name of master data is free text, the number of a document is the server's.
  expect(slotsOf(command('brand.new')).filter(({ isFree }) => isFree)).toHaveLength(1)
  expect(slots.filter(({ isFree }) => isFree)).toEqual([])
  for (const name of ['docNo', 'status', 'totalAmount', 'amount', 'lotNo', 'files'])
    expect(slots.map(slot => slot.name)).not.toContain(name)
})

test('every command with arguments has slots without being taught, of a message for each', () => {
  for (const each of allCommands.filter(({ arguments: fields }) => fields)) {
    const texts = Object.values(each.arguments ?? {}).filter(({ kind }: Field) => kind === 'text')
    expect(slotsOf(each).length).toBeGreaterThanOrEqual(texts.length)
  }
  expect(slotsOf(command('stocklot.hold'))).toMatchObject([{ name: 'reason', isFree: true }])
  // A mistyped lot must not become the number of a certificate.
  expect(slotsOf(command('stocklot.release')).filter(({ isFree }) => isFree)).toEqual([])
})

const slot = (name: string, kind: Field['kind'], rest: Partial<Field> = {}, lines?: string): Slot => ({
  name,
  title: name,
  field: { kind, title: name, ...rest },
  ...(lines === undefined ? {} : { lines }),
})

const slots = [
  slot('supplyId', 'reference', { required: true }),
  slot('vehicleTemp', 'decimal'),
  slot('materialId', 'reference', { required: true }, 'lines'),
  slot('packageQty', 'decimal', { required: true }, 'lines'),
  slot('baseQty', 'quantity', {}, 'lines'),
]
/** Soy is a material by name and a part of a supplier's name. */
const read = ({ name }: Slot, word: string): WordValue | undefined => {
  const known: Readonly<Record<string, Readonly<Record<string, WordValue>>>> = {
    大豆: {
      supplyId: { value: 7, label: '大豆公司', rank: rankOf.found },
      materialId: { value: 1, label: '大豆', rank: rankOf.exact },
    },
    东北: { supplyId: { value: 8, label: '东北黑土', rank: rankOf.found } },
  }
  const number = { value: word, label: word, rank: rankOf.number }
  if (/^\d+kg$/.test(word)) return name === 'baseQty' ? number : undefined
  if (/^\d+$/.test(word)) return /Qty|Temp/.test(name) ? number : undefined
  return known[word]?.[name]
}
const assigned = (...words: string[]) => assign(words, slots, read).map(({ slot: taken }) => taken?.name ?? null)

test('words find their slots in any order: the surest first, then what is required', () => {
  expect(assigned('大豆', '500kg', '东北')).toEqual(['materialId', 'baseQty', 'supplyId'])
  expect(assigned('东北', '500kg', '大豆')).toEqual(['supplyId', 'baseQty', 'materialId'])
  // A bare number is the required one; the next one takes what is left.
  expect(assigned('10')).toEqual(['packageQty'])
  expect(assigned('10', '500kg')).toEqual(['packageQty', 'baseQty'])
})

test('a slot takes one word, and what finds none stays as it is', () => {
  expect(assigned('500kg', '600kg')).toEqual(['baseQty', null])
  expect(assigned('?', '大豆')).toEqual([null, 'materialId'])
})

test('values go to the record and its line, with the labels of references', () => {
  expect(recordValuesOf(assign(['大豆', '500kg', '东北'], slots, read))).toEqual({
    header: { supplyId: 8 },
    labels: { supplyId$label: '东北黑土' },
    lines: { lines: { materialId: 1, materialId$label: '大豆', baseQty: '500kg' } },
  })
})

test('a label names its slot, in any width and case', () => {
  expect(labelledValue('送货单号:DN-1', ['送货单号', 'Delivery note'])).toBe('DN-1')
  expect(labelledValue('delivery note=DN-1', ['送货单号', 'Delivery note'])).toBe('DN-1')
  for (const word of ['车牌:DN-1', '送货单号:', 'DN-1']) expect(labelledValue(word, ['送货单号'])).toBeNull()
})

test('a pattern stands for whole names, and never for nearly everything', () => {
  const pattern = wildcardOf('ht-0*')
  expect(pattern?.stem).toBe('ht-0')
  expect(['HT-01', 'HT-0', 'XHT-01', 'HT-11'].map(name => pattern?.matches.test(name))).toEqual([
    ...[true, true, false, false],
  ])
  expect(wildcardOf('a.b*')?.matches.test('axb1')).toBe(false)
  for (const word of ['HT-01', '*', 'H*', '**']) expect(wildcardOf(word)).toBeNull()
})
