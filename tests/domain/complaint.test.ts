import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'

const at = withPlant()
let recalls: ReturnType<typeof plantOf>
beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
})
const complain = (more: Values = {}) =>
  at.day.run('complaint.save', {
    complaintTime: new Date().toISOString(),
    complaintType: 'FOREIGN',
    productId: at.day.id('product', 'X1'),
    content: '瓶内有异物',
    contactName: '王女士',
    ...more,
  })

describe('a complaint', () => {
  test('is matched to the lot whose number was read from the label, if there is one', async () => {
    const lot = await recalls.soldLot('2', {})
    expect(await complain({ lotNo: ` ${lot.lotNo.toLowerCase()} ` })).toMatchObject({ lotId: lot.id })
    expect(await complain({ lotNo: 'NOBODY' })).toMatchObject({ lotId: null, lotNo: 'NOBODY' })
    expect(await complain()).toMatchObject({ lotId: null })
  })

  test('begun from a lot is of its product and names it, so that it is matched when it is saved', async () => {
    const lot = await recalls.soldLot('2', {})
    const { data } = await at.server.call('POST', 'template/prepare/complaint', { lotId: lot.id }, at.token)
    const [begun] = data.rows
    expect(begun).toMatchObject({ productId: at.day.id('product', 'X1'), lotNo: lot.lotNo })
    const complaint = await complain(begun)
    expect(complaint).toMatchObject({ lotId: lot.id })
    // beside the lot it is one of what refers to it
    const beside = entities.stocklot.related?.find(({ entity }) => entity === 'complaint')
    const where = [{ field: beside?.by, op: 'eq', value: lot.id }]
    const { data: listed } = await at.server.call('POST', 'template/list/complaint', { where }, at.token)
    expect(listed.rows).toMatchObject([{ docNo: complaint.docNo }])
    expect(await at.plant.script.prepare('complaint', {})).toMatchObject([{ complaintTime: expect.any(String) }])
  })

  test('begins an analysis with its product, lot and words, and then knows it', async () => {
    const lot = await recalls.soldLot('4', { D001: '1' })
    const complaint = await complain({ lotNo: lot.lotNo })
    const [begun] = await at.plant.script.prepare('unsafefoodanalyse', { complaintId: complaint.id })
    expect(begun).toMatchObject({
      complaintId: complaint.id,
      productId: at.day.id('product', 'X1'),
      lotIds: [lot.id],
      lotIds$labels: [lot.lotNo],
      triggerSource: 'COMPLAINT',
      hazardDesc: '<p>瓶内有异物</p>',
    })
    const analysis = await at.day.run('unsafefoodanalyse.save', {
      ...begun,
      hazardTypes: ['PHYS'],
      analystId: at.day.id('employee', 'E003'),
    })
    const link = () => at.rows(sql<Values>`select "analyseId" from complaint where id = ${complaint.id}`)
    expect(await link()).toEqual([{ analyseId: analysis.id }])
    await at.server.call('POST', 'template/delete/unsafefoodanalyse', { ids: [analysis.id] }, at.token)
    expect(await link()).toEqual([{ analyseId: null }])
  })

  test('is removed only while it is open and nobody has analysed it', async () => {
    const remove = async (id: unknown) =>
      (await at.server.call('POST', 'template/delete/complaint', { ids: [id] }, at.token)).data.rows[0]
    const lot = await recalls.soldLot('2', {})
    const open = await complain({ lotNo: lot.lotNo })
    const [begun] = await at.plant.script.prepare('unsafefoodanalyse', { complaintId: open.id })
    const analysis = await at.day.run('unsafefoodanalyse.save', {
      ...begun,
      complaintId: null,
      hazardTypes: ['PHYS'],
      analystId: at.day.id('employee', 'E003'),
    })
    const analysed = await complain({ analyseId: analysis.id })
    expect(await remove(analysed.id)).toMatchObject({ ok: false, status: 1004, data: { referrers: analysis.docNo } })
    const answered = await complain()
    await at.day.run('complaint.answer', { id: answered.id, handling: '退货并致歉' })
    expect(await remove(answered.id)).toMatchObject({ ok: false, status: 1008 })
    expect(await remove(open.id)).toMatchObject({ ok: true })
  })

  test('is answered, then closed, and then left as it is', async () => {
    const { id } = await complain()
    const act = (action: string, more: Values = {}) =>
      at.server.call('POST', `template/${action}/complaint`, { ids: [id], ...more }, at.token)
    expect((await act('close')).data.rows).toMatchObject([{ ok: false, status: 1008 }])
    expect((await act('answer')).data.rows).toMatchObject([{ ok: false, status: 1001, data: { handling: 'required' } }])
    expect((await act('answer', { handling: '退货并致歉' })).data.rows).toMatchObject([
      { ok: true, data: { status: 'ANSWERED', handling: '退货并致歉' } },
    ])
    expect((await act('close')).data.rows).toMatchObject([{ ok: true, data: { status: 'CLOSED' } }])
    const changed = await at.server.call('POST', 'template/save/complaint', { id, content: '改' }, at.token)
    expect(changed.status).toBe(1008)
  })
})
