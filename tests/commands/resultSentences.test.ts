/** Results in sentences: each change has its own, with the record's name. */
import { afterEach, expect, test } from 'vitest'
import { entityNamed } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import type { Result } from '../../src/commands/core/command.ts'
import { provideSentences, record } from '../../src/commands/gate/resultLog.ts'
import { sentenceOf } from '../../src/commands/gate/resultSentences.ts'
import { loadOtherLanguages, switchLocale } from '../../src/data/language.ts'
import { notificationsAtom } from '../../src/data/notifications.ts'
import { store } from '../../src/data/store.ts'
import { allCommands } from './allCommands.ts'

afterEach(() => switchLocale('zh-CN'))

/** Changes whose result brings a text of its own. */
const named = new Set(['user.resetAuthenticator'])

test('every change of a record has a sentence for its result', () => {
  const missing = allCommands.filter(({ id, entity, risk, surfaces, title }) => {
    const own = [id, id.replace(/^\w+\./, '')].some(each => `result.did.${each}` in shipped['zh-CN'])
    const isSaid = risk !== 'read' && !(surfaces?.length === 1 && surfaces[0] === 'script')
    return isSaid && !own && !named.has(id) && title !== 'command.import' && entityNamed(entity ?? '') !== undefined
  })
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('a result names its record, or how many', async () => {
  const row = (docNo: string) => ({ id: 1, ok: true, status: 0, message: '', data: { id: 1, docNo } })
  const said = (id: string, result: Result) => {
    store.set(notificationsAtom, [])
    record(
      id,
      'button',
      {},
      result,
      allCommands.find(each => each.id === id),
    )
    return store.get(notificationsAtom).at(-1)?.text
  }
  const one = (): Result => ({ status: 'ok', rows: [row('SO1')] })
  const two = (): Result => ({ status: 'ok', rows: [row('SO1'), row('SO2')] })
  const none = (): Result => ({ status: 'ok' })
  const sentences = () => [one(), two(), none()].map(result => said('productsaleout.submit', result))
  await loadOtherLanguages()
  provideSentences(sentenceOf)
  expect(sentences()).toEqual(['销售出库 SO1 已过账', '2 条销售出库已过账', '销售出库已过账'])
  await switchLocale('en-US')
  expect(sentences()).toEqual(['Shipment SO1 posted', '2 shipments posted', 'Shipment posted'])
  expect(said('productsaleout.delete', two())).toBe('2 shipments deleted')
  const saved: Result = { status: 'ok', data: { id: 1, name: '备份' } }
  expect(said('task.save', saved)).toBe('Task Backup saved')
})
