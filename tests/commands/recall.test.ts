/** Call list of a recall, headless, on a real server. */

import { beforeAll, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { setContext } from '../../src/commands/core/context.ts'
import { findCommand } from '../../src/commands/core/registry.ts'
import { reasonAgainst } from '../../src/commands/gate/availability.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { valuesOf } from '../../src/data/drafts/draft.ts'
import { draftsOf } from '../../src/data/drafts/draftStore.ts'
import { switchLocale } from '../../src/data/language.ts'
import { navigate } from '../../src/data/location.ts'
import { signIn } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'
import { nextContactOf, recallStateAtom } from '../../src/data/trace/recalls.ts'
import { withHeadless } from '../support/headless.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'

const at = withPlant()
withHeadless(at)
let recalls: ReturnType<typeof plantOf>
let lotId: number

beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
  await recalls.signAs('E001')
  lotId = (await recalls.soldLot('20', { D001: '7', D002: '5' })).id
})

/** Opens a recall as its screen does. */
function open(id: number, status: string): void {
  navigate(`/callback/${id}`)
  const selection = { entity: 'callback', ids: [id], rows: [{ id, status }] }
  setContext({ record: { entity: 'callback', id }, selection })
}

const call = (args: Values) => execute('callback.call', args, { surface: 'script' })

function reason(): string | undefined {
  const command = findCommand('callback.call')
  return command && reasonAgainst(command)
}

test('no call is logged of a recall that has not started, and the reason says so', async () => {
  const { id } = await recalls.saveRecall([lotId])
  for (const status of ['DRAFT', 'CLOSED', 'CANCELLED']) {
    open(id, status)
    expect(reason()).toBe('recall.notRunning')
  }
  open(id, 'STARTED')
  expect(reason()).toBeUndefined()
  // Nobody is listed: it is not said that all have been called.
  expect(await call({ outcome: 'REACHED' })).toMatchObject({ status: 'denied', message: 'recall.nobody' })
})

test('a recall of several products is titled in the language of now', async () => {
  await at.day.product('X2', [['M001', '1']])
  const lots = [await recalls.soldLot('3', {}), await recalls.soldLot('3', {}, 'X2')]
  await switchLocale('en-US')
  const begun = await execute('reviewasc.recall', { lotNos: lots.map(({ lotNo }) => lotNo) }, { surface: 'script' })
  await switchLocale('zh-CN')
  expect(begun.status).toBe('ok')
  const [draft] = store.get(draftsOf('callback')).values()
  expect(draft && valuesOf(draft).title).toMatch(/^产品X1, 产品X2 /)
})

test('a call that is refused leaves the dealer next, one that is logged goes on, and all called is said at the end', async () => {
  const { id } = await recalls.startedRecall([lotId])
  open(id, 'STARTED')
  const said = { outcome: 'REACHED', notifyMethod: 'PHONE' }
  const dealer = () => nextContactOf(id)?.dealerId
  const [first, second] = [at.day.id('dealer', 'D001'), at.day.id('dealer', 'D002')]

  expect(await call({ ...said, stockQty: '8' })).toMatchObject({ status: 'failed' })
  expect(dealer()).toBe(first)
  expect(await call({ ...said, stockQty: '7' })).toMatchObject({ status: 'ok' })
  expect(dealer()).toBe(second)
  expect(await call({ ...said, stockQty: '5' })).toMatchObject({ status: 'ok' })
  expect(await call(said)).toMatchObject({ status: 'denied', message: 'recall.allCalled' })

  // Their names and numbers are nothing for whoever signs in next.
  expect(store.get(recallStateAtom(id))?.contacts).toHaveLength(2)
  await at.server.signInWith(['callback'])
  await signIn('user1', at.server.password)
  expect(store.get(recallStateAtom(id))).toBeNull()
})
