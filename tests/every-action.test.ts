import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import { stateOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from './support/plantServer.ts'
import { declaredActions, prepareActions, readyActions, repeatable, saidWith } from './support/readyActions.ts'

const at = withPlant()
beforeAll(() => prepareActions(at))

const ready = readyActions(at)

/** What may be said again, but has nothing left to do, says so. */
const refusedAgain: Readonly<Record<string, number>> = { 'callback.notify': refusals.noticesSent.status }

test('every declared action is told here', () => {
  expect(Object.keys(ready).sort()).toEqual(declaredActions.map(({ key }) => key).sort())
})

describe.each(declaredActions.map(each => [each.key, each] as const))('%s', (key, { entity, name, action }) => {
  const audits = () => at.rows(sql<Values>`select action, entity, "entityId", reason from auditlog order by id`)
  const given = saidWith(action)
  const act = (id: number, token = at.token) =>
    at.server.call('POST', `template/${name}/${entity.name}`, { ids: [id], ...given }, token)

  test('leads from a state it allows to the state it says, once, with one row in the audit trail', async () => {
    const id = (await ready[key]?.()) as number
    const before = await audits()
    const nobody = await at.server.call('POST', `template/${name}/${entity.name}`, { ids: [id], ...given }, null)
    expect(nobody.status).toBe(401)
    const { data } = await act(id)
    expect(data.rows, JSON.stringify(data)).toMatchObject([{ id, ok: true, status: 0 }])
    if (action.to) expect(data.rows[0].data[stateOf(entity)]).toBe(action.to)
    // What it led to elsewhere is told there: a plan that began, a copy that was made.
    const own = (row: Values) => row.entity === entity.name && row.entityId === String(id)
    const added = (await audits()).slice(before.length).filter(own)
    const code = name === 'submit' ? 'SUBMIT' : name === 'reverse' ? 'REVERSE' : 'STATUS'
    expect(added).toEqual([{ action: code, entity: entity.name, entityId: String(id), reason: given.reason ?? null }])
    if (repeatable.has(key)) return
    const done = (await audits()).length
    const again = await act(id)
    expect(again.data.rows).toMatchObject([{ id, ok: false, status: refusedAgain[key] ?? refusals.wrongState.status }])
    expect((await audits()).length).toBe(done)
  })

  test('on what does not exist is refused as not found', async () => {
    expect((await act(999_999_999)).data.rows).toMatchObject([{ ok: false, status: 1005 }])
  })
})
