import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { StoredFile } from '#contract/schema/storedFile.ts'
import { withPlant } from '../support/plantServer.ts'
import { paper } from '../support/sampleFiles.ts'

const shared = withPlant()

type Receipt = Values & { readonly id: number; readonly rowVersion: number; readonly lines: readonly Values[] }

const load = async (id: number): Promise<Receipt> =>
  (await shared.server.call('GET', 'template/edit/materialstorein', { id }, shared.token)).data
const save = (row: Values, token = shared.token) =>
  shared.server.call('POST', 'template/save/materialstorein', row, token)

/** A receipt that is posted, as somebody opens it. */
async function posted(): Promise<Receipt> {
  const { id: lotId } = await shared.plant.lot('M001', '10')
  const [line] = await shared.rows(sql`select "parentId" from materialstoreinline where "lotId" = ${lotId}`)
  const receipt = await load(Number(line?.parentId))
  expect(receipt.status).toBe('SUBMITTED')
  return receipt
}

async function uploaded(name: string): Promise<StoredFile> {
  const { buffer, mimeType } = paper(name, 'Delivery note')
  const body = new FormData()
  body.append('file', new File([new Uint8Array(buffer)], name, { type: mimeType }))
  const headers = { authorization: `Bearer ${shared.token}` }
  const answer = await fetch(`${shared.server.url}/zh-CN/files/upload`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { readonly data: StoredFile }
  return data
}

const closed = { status: refusals.wrongState.status }

describe('a posted document', () => {
  test('takes a remark and papers, which the trail names', async () => {
    const receipt = await posted()
    const file = await uploaded('送货单.pdf')
    const saved = await save({ ...receipt, remark: '已补送货单', files: [file.id] })
    expect(saved).toMatchObject({ status: 0, data: { remark: '已补送货单', files: [file.id], status: 'SUBMITTED' } })
    expect(await load(receipt.id)).toMatchObject({ ...receipt, ...saved.data })
    const [trail] = await shared.rows(sql`
      select action, changes from auditlog
      where entity = 'materialstorein' and "entityId" = ${String(receipt.id)} order by id desc limit 1`)
    expect(trail?.action).toBe('UPDATE')
    expect(String(trail?.changes).split('\n')).toEqual([
      'remark: — → 已补送货单',
      `files: — → 送货单.pdf (${file.id.slice(0, 8)})`,
    ])
    // Removal of the file: done at this version, stale at the one before.
    expect(await save({ id: receipt.id, rowVersion: receipt.rowVersion, files: [] })).toMatchObject({
      status: refusals.stale.status,
    })
    const { rowVersion } = saved.data
    expect(await save({ id: receipt.id, rowVersion, files: [] })).toMatchObject({ status: 0, data: { files: [] } })
  })

  test('takes nothing else, in its head or in its lines, not even along with a remark', async () => {
    const receipt = await posted()
    const [line] = receipt.lines
    const remark = '改'
    for (const change of [
      { vehicleNo: '沪A1' },
      { lines: [{ ...line, baseQty: '11' }] },
      { lines: [] },
      { lines: [line, { ...line, id: undefined }] },
      { submit: true },
    ]) {
      expect(await save({ ...receipt, remark, ...change }), JSON.stringify(change)).toMatchObject(closed)
      expect(await save({ id: receipt.id, rowVersion: receipt.rowVersion, remark, ...change })).toMatchObject(closed)
    }
    expect(await save({ id: receipt.id, rowVersion: receipt.rowVersion })).toMatchObject(closed)
    expect(await save({ id: receipt.id, remark })).toMatchObject({ status: refusals.invalid.status })
    expect(await load(receipt.id)).toEqual(receipt)
  })

  test('is left alone by whoever may not edit it, and its remark has its length', async () => {
    const receipt = await posted()
    const looking = await shared.server.signInWith(['materialstorein'])
    expect(await save({ ...receipt, remark: '改' }, looking)).toMatchObject({ status: refusals.notPermitted.status })
    expect(await save({ ...receipt, remark: '长'.repeat(501) })).toMatchObject({
      status: refusals.invalid.status,
      data: { remark: 'tooLong' },
    })
  })
})
