import { afterEach, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { everyLanguage, format } from '#contract/messages/index.ts'
import { shippedText, storedName, unitText } from '#contract/messages/shippedNames.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import { quantity, ref, refs } from '#contract/schema/field.ts'
import { user } from '#contract/system/user.ts'
import { switchLocale } from '../../src/data/language.ts'
import { labelOf, rememberLabel } from '../../src/data/records/labels.ts'
import { cells } from '../../src/fields/index.ts'
import { parseWritten, quantityEcho, quantityRules, unitBeside } from '../../src/fields/quantities.ts'
import { titleInWords } from '../../src/fields/textCells.ts'
import { quantitySourcesOf } from '../../src/fields/units.ts'

const fields = { unitId: ref('单位', 'unit'), amount: quantity('数量', { unit: { by: ['unitId'] } }) }
const row = (name: string, amount = '2') => ({ unitId: 1, unitId$label: name, amount })
const beside = (name: string, amount = '2') =>
  unitBeside('amount', fields, quantitySourcesOf(fields, 'amount'), row(name, amount))
const chosen = (name: string) => cells.reference.toText(1, row(name), fields.unitId, 'en-US', 'unitId')

afterEach(() => switchLocale('zh-CN'))

test('a shipped unit is named in the language of the reader, one of the organisation as it named it', async () => {
  expect(['千克', '箱', '大桶'].map(name => beside(name))).toEqual(['千克', '箱', '大桶'])
  await switchLocale('en-US')
  expect(['千克', '箱', '大桶'].map(name => beside(name))).toEqual(['kg', 'cases', '大桶'])
  expect(['1.000', '-1', '0', '0.5'].map(amount => beside('盒', amount))).toEqual(['box', 'box', 'boxes', 'boxes'])
  expect(['升', '个', '公斤'].map(chosen)).toEqual(['L', 'pc', '公斤'])
  await switchLocale('zh-TW')
  expect(['千克', '个', '托'].map(name => beside(name))).toEqual(['公斤', '個', '棧板'])
})

test('a label keeps its stored form whatever the language in which it was read', async () => {
  const role = ref('角色', 'role')
  await switchLocale('en-US')
  rememberLabel('role', 1, '系统管理员')
  const named = () => cells.reference.toText(1, {}, role, 'en-US', 'roleId')
  expect([named(), labelOf('role', 1)]).toEqual(['Administrator', '系统管理员'])
  const several = cells.references.toText([1], {}, refs('角色', 'role'), 'en-US', 'roleIds')
  expect(several).toBe('Administrator')
  await switchLocale('zh-CN')
  expect(named()).toBe('系统管理员')
})

test('a task and a role of the demonstration are named in the language of the reader, and stay as stored', async () => {
  const [task, role] = [entities.task, entities.role]
  const { name } = task.fields
  await switchLocale('en-US')
  expect(titleInWords(task, { id: 1, name: '备份' })).toBe('Backup')
  expect(titleInWords(role, { id: 2, name: '质量管理' })).toBe('Quality management')
  expect(titleInWords(role, { id: 3, name: '班组长' })).toBe('班组长')
  expect(cells.text.show('备份', {}, name, 'en-US')).toBe('Backup')
  expect(cells.text.toText('备份', {}, name, 'en-US')).toBe('Backup')
  expect(['Backup', ' Backups'].map(typed => cells.text.parse(typed, name))).toEqual([
    { value: '备份' },
    { value: 'Backups' },
  ])
})

test('a quantity is typed with either name of its unit', async () => {
  await switchLocale('en-US')
  const rules = quantityRules(fields.amount, quantitySourcesOf(fields, 'amount'), row('箱'))
  expect(['3 case', '3 cases', '3箱'].map(typed => parseWritten(typed, fields.amount, rules))).toEqual([
    { value: '3' },
    { value: '3' },
    { value: '3' },
  ])
  expect(
    ['1', '0+1', '2+1'].map(typed => quantityEcho(typed, parseWritten(typed, fields.amount, rules), rules)),
  ).toEqual(['', '0+1 = 1 case', '2+1 = 3 cases'])
})

test('texts of the server name units alike, and a name read in a sheet finds its unit', () => {
  const short = { lotNo: 'L1', needed: '2', available: '1', unit: '千克' }
  expect(format('en-US', 'error.shortOfStock', short)).toContain('1 kg')
  expect(format('en-US', 'error.shortOfStock', { ...short, available: '5', unit: '箱' })).toContain('5 cases')
  expect(format('zh-TW', 'error.shortOfStock', short)).toContain('1 公斤')
  expect(
    ['公斤', 'KG 公斤', 'kg', 'CTN case', 'cases', '大桶'].map(name => storedName('unit', name, everyLanguage)),
  ).toEqual(['千克', 'KG 千克', '千克', 'CTN 箱', '箱', '大桶'])
  expect(unitText('千克', key => key)).toBe('千克')
})

test('places and roles the program ships are named alike, others as they are', () => {
  const english = (entity: string, name: string) => shippedText(entity, name, key => format('en-US', key))
  expect([english('stocklocation', '在制'), english('role', '系统管理员'), english('stocklocation', '成品库')]).toEqual(
    ['In process', 'Administrator', '成品库'],
  )
})

test('the title of a record is named alike, so in what is asked about it', () => {
  const say = (key: string) => format('zh-TW', key)
  expect(['系统管理员', '张伟'].map(name => titleOfRow(user, { id: 1, name }, say))).toEqual(['系統管理員', '张伟'])
})
