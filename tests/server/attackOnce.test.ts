import { appendFileSync } from 'node:fs'
import { test } from 'vitest'
import { entities } from '../../src/contract/index.ts'
import type { Entity } from '../../src/contract/schema/entity.ts'
import { hasPage } from '../../src/contract/schema/entity.ts'
import { withPlant } from '../support/plantServer.ts'
const shared = withPlant()
const deep = (d: number): unknown => (d === 0 ? 1 : [deep(d - 1)])
const poison: unknown[] = [null, true, false, 0, -1, 1, 1.5, 1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, Number.MAX_SAFE_INTEGER,
'', ' ', 'x', 'NaN', 'Infinity', '-0', '1e5', '0', '-1', '0.00001', '99999999.9999', '99999999', '99999999999999', '99999999999999.999999999999', '9'.repeat(400),
'2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01T24:00:00Z', '2026-01-01',
'\u0000', '\ud800', 'a'.repeat(5000), 'a'.repeat(3999), "'; drop", '%', '\\', 'constructor', '__proto__', 'DRAFT', [], [[]], {}, { a: 1 }, [1, 'x', null], [1.5], ['ENABLED'], [1], [0], [null], ['\u0000'], { $gt: '' }, deep(40), [1, 1], [9e15]]
const ops = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'between', 'like', 'startsWith', 'isNull', 'notNull', 'zz', ['eq'], null]
let n = 0
const out = '/tmp/fuzz/attack.out'
const check = (place: string, sent: unknown, answer: any) => {
  n += 1
  if (n % 2000 === 0) appendFileSync(out, `… ${n} ${place}\n`)
  const parts = Array.isArray(answer.data?.rows) ? answer.data.rows : []
  const bad = (a: any) => a?.status === 500 || a?.status === 503 || (a?.status === 1001 && Object.keys(a.data ?? {}).length === 0)
  if (answer.http >= 500 || bad(answer) || parts.some(bad)) appendFileSync(out, `BAD ${place} ${answer.status} ${JSON.stringify(sent).slice(0, 500)}\n`)
}
const post = async (path: string, sent: unknown) => { const a = await shared.server.call('POST', path, sent, shared.token); check(path, sent, a); return a }
test('attack', { timeout: 3_600_000 }, async () => {
  for (const entity of Object.values<Entity>(entities).filter(hasPage)) {
    const { name } = entity
    const found = await post(`template/list/${name}`, { size: 1 })
    let id = found.data?.rows?.[0]?.id
    let turn = 0
    if (entity.only.includes('list')) for (const field of [...Object.keys(entity.fields), 'id', 'createdBy', 'updatedAt', 'rowVersion', 'lines'])
      for (const value of poison) await post(`template/list/${name}`, { where: [{ field, op: ops[turn++ % ops.length], value }], sort: [[field, 'desc']] })
    for (const where of poison) { await post(`template/list/${name}`, { where }); await post(`template/list/${name}`, { sort: where }); await post(`template/list/${name}`, { page: where, size: where, q: where }) }
    for (const ids of poison) { if (name !== 'user' && name !== 'customer') await post(`template/delete/${name}`, { ids }); for (const a of Object.keys(entity.actions)) await post(`template/${a}/${name}`, { ids, reason: 'x' }) }
    for (const [a, action] of Object.entries(entity.actions)) for (const f of Object.keys(action.arguments ?? {})) for (const v of poison) if (id) await post(`template/${a}/${name}`, { ids: [id], [f]: v })
    if (!entity.only.includes('save')) continue
    if (!id || entity.document) id = (await post(`template/save/${name}`, {})).data?.id ?? id
    if (!id) continue
    let row = (await shared.server.call('GET', `template/edit/${name}?id=${id}`, {}, shared.token)).data
    const save = async (sent: any) => { const a = await post(`template/save/${name}`, { id, rowVersion: row.rowVersion, ...sent }); if (a.status === 0 && a.data?.rowVersion) row = a.data; if (a.status === 1003) row = a.data }
    for (const field of [...Object.keys(entity.fields), 'lines', 'submit', 'rows', 'rowVersion', 'id', 'isDeleted', 'customerId'])
      for (const value of poison) { await save({ [field]: value }); await post(`template/prepare/${name}`, { [field]: value }) }
    for (const [lines, line] of Object.entries(entity.lines))
      for (const field of [...Object.keys(line.fields), 'id', 'parentId']) for (const value of poison) await save({ [lines]: [{ [field]: value }] })
    if (entity.document) for (const value of poison) await save({ submit: true, remark: value })
  }
  appendFileSync(out, `DONE ${n}\n`)
})
