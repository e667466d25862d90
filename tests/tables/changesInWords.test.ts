/** Values stored by name and shown in words: audit changes, a trace's question. */
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { task } from '#contract/system/task.ts'
import { loadOtherLanguages, switchLocale } from '../../src/data/language.ts'
import { showInstant } from '../../src/fields/days.ts'
import { askedInWords } from '../../src/fields/options/asked.ts'
import { changesInWords, longTextCell } from '../../src/fields/textCells.ts'

beforeAll(loadOtherLanguages)

test('a change is told by the titles of fields and codes, also in the lines of a document', () => {
  const kept = [
    'status: DRAFT → SUBMITTED',
    'remark: — → 两行\nremarkable: 不是字段 → 文字',
    'lines#7.packageQty: 1 → 2',
    'lines#new:1.materialId: — → 3',
  ].join('\n')
  expect(changesInWords(kept, { entity: 'materialstorein' }).split('\n')).toEqual([
    '状态: 草稿 → 已过账',
    '备注: — → 两行 ↵ remarkable: 不是字段 → 文字',
    '原料入库明细 #7 · 包装数量: 1 → 2',
    '原料入库明细 #new:1 · 原料: — → 3',
  ])
  const numbers = { changes$lines: { 'lines#7': 2 } }
  expect(changesInWords(kept, { entity: 'materialstorein', ...numbers })).toContain('\n第 2 行 · 包装数量: 1 → 2')
  expect(changesInWords('isEnabled: true → false', { entity: 'task' })).toBe('是否启用: 是 → 否')
})

test('references are told by their labels, an id without one as it is, a list by what came and went', () => {
  const labels = { 'employee:20': '张伟', 'role:2': '质量管理', 'role:3': '仓库' }
  const changes = 'roleIds: [2,3] → [3,9]\nemployeeId: — → 20'
  expect(changesInWords(changes, { entity: 'user', changes$labels: labels }).split('\n')).toEqual([
    '角色: 增加 9 / 移除 质量管理',
    '关联员工: — → 张伟',
  ])
})

test('references that the program ships are named in the language of the reader', async () => {
  onTestFinished(() => switchLocale('zh-CN'))
  await switchLocale('en-US')
  const changes = 'roleIds: [2] → [1,2]'
  const labels = { 'role:1': '系统管理员', 'role:2': '质量管理' }
  expect(changesInWords(changes, { entity: 'user', changes$labels: labels })).toBe('Roles: added Administrator')
})

test('what was printed is told by its job, an issued paper by its title and the begin of its checksum', () => {
  expect(changesInWords('{"labels":"LP20261127-0001"}', { entity: 'stocklot' })).toBe('标签 LP20261127-0001')
  const issued = JSON.stringify({ paper: 'recallLetter', locale: 'zh-CN', seq: 3, hash: '0123456789abcdef' })
  expect(changesInWords(issued, { entity: 'callback' })).toBe('召回通知书（校验码 01234567…）')
  const record = JSON.stringify({ paper: 'record', locale: 'zh-CN', seq: 3, hash: '0123456789abcdef' })
  expect(changesInWords(record, { entity: 'materialstorein' })).toMatch(/^原料入库.*（校验码/)
})

test('moments are told by the clock of the plant', () => {
  const changes = 'actualEnd: — → 2026-11-26T23:37:06.673Z'
  expect(changesInWords(changes, { entity: 'produceplan' })).toBe(
    `实际结束: — → ${showInstant('2026-11-26T23:37:06.673Z')}`,
  )
  expect(changesInWords(changes, { entity: 'produceplan' })).not.toContain('T')
})

test('lines of an old value look like no change of their own, and a new record had nothing before', () => {
  const forged = 'supplierLotNo: — → A\nremark: — → x\nstatus: DRAFT → REVERSED'
  expect(changesInWords(forged, { entity: 'materialstorein', action: 'CREATE' })).not.toMatch(/\n状态/)
  expect(changesInWords('isEnabled: — → true', { entity: 'task', action: 'CREATE' })).toBe('是否启用: 是')
})

test('what is no change, of no entity there is, or holds the arrow itself stands as it is', () => {
  expect(changesInWords('signed in', { entity: 'user' })).toBe('signed in')
  expect(changesInWords('status: DRAFT → SUBMITTED', { entity: 'gone' })).toBe('status: DRAFT → SUBMITTED')
  expect(changesInWords('status: DRAFT → a → b', { entity: 'materialstorein' })).toBe('状态: DRAFT → a → b')
})

test('an export is told by its rows, a trace by its question, a password by its name', () => {
  expect(changesInWords('{"sort":[],"rows":1200}', { entity: 'brand' })).toBe('1,200 行')
  expect(changesInWords('{"lotNos":["P1"]}', { entity: 'reviewasc' })).toBe('批次 P1')
  expect(changesInWords('operationPassword', { entity: 'user' })).toBe('操作密码')
})

test('the question of a trace is told by the titles of its inputs', () => {
  const query = JSON.stringify({ lotNos: ['P1', 'P2'], depth: null, oddity: 3 })
  expect(askedInWords(query, 'ASC', 'zh-CN')).toBe('批次 P1, P2；oddity 3')
  expect(askedInWords('no question', 'ASC', 'zh-CN')).toBe('no question')
})

test('parameters of a task are listed as in the language of the reader', async () => {
  const said = () => longTextCell.show('{"days":30,"keep":7}', {}, task.fields.params, 'zh-CN', 'params')
  expect(said()).toBe('提前天数 30、保留份数 7')
  onTestFinished(() => switchLocale('zh-CN'))
  await switchLocale('en-US')
  expect(said()).toBe('Days ahead 30, Backups kept 7')
})
