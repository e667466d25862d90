import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
let recalls: ReturnType<typeof plantOf>
beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
})

const analysisRow = (lotIds: readonly number[], more: Values = {}): Values => ({
  title: '菌落超标',
  foundTime: new Date().toISOString(),
  triggerSource: 'SELF_TEST',
  lotIds,
  hazardTypes: ['BIO'],
  hazardDesc: '菌落总数超标',
  analystId: at.day.id('employee', 'E003'),
  ...more,
})

/** An analysis under way, ready to be concluded. */
async function analysed(lotIds: readonly number[], more: Values = {}) {
  const given = { rootCause: '杀菌温度不足', suggestedGradeId: await recalls.grade(), ...more }
  const { id } = await at.day.run('unsafefoodanalyse.save', analysisRow(lotIds, given))
  await at.day.run('unsafefoodanalyse.analyse', { id })
  return id
}
const conclude = (id: number) => at.day.run('unsafefoodanalyse.conclude', { id })

describe('an analysis of suspect food', () => {
  test('finds through the trace how much was made and sold of what its material went into', async () => {
    const material = await at.plant.lot('M001', '12')
    const made = await at.day.madeFrom('X1', material, '12', '12')
    await at.day.sell('D001', [at.day.saleLine('X1', made.id, '5', { fefoOverrideReason: '测试' })])
    const analysis = await at.day.run('unsafefoodanalyse.save', analysisRow([material.id]))
    expect(analysis).toMatchObject({ involvedQty: '12.0000', soldQty: '5.0000', status: 'DRAFT' })
  })

  test('is concluded with its cause, by somebody else than the analyst', async () => {
    const lot = await recalls.soldLot('3', {})
    await recalls.signAs('E002')
    const bare = await analysed([lot.id], { rootCause: null })
    expect(await refusalOf(conclude(bare))).toMatchObject({ data: { rootCause: 'required' } })
    const undecided = await analysed([lot.id])
    expect(await refusalOf(conclude(undecided))).toMatchObject({ data: { conclusion: 'required' } })
    const id = await analysed([lot.id], { conclusion: 'OBSERVE' })
    await recalls.signAs('E003')
    expect(await refusalOf(conclude(id))).toMatchObject({ refusal: 'samePerson' })
    await recalls.signAs('E002')
    const concluded = await conclude(id)
    expect(concluded).toMatchObject({
      status: 'CONCLUDED',
      approverId: at.day.id('employee', 'E002'),
      traceSnapshotId: expect.any(Number),
    })
    const [snapshot] = await at.rows(
      sql<Values>`select query from tracesnapshot where id = ${concluded.traceSnapshotId}`,
    )
    expect(JSON.parse(String(snapshot?.query))).toEqual({ analyse: concluded.docNo, lotNos: [lot.lotNo] })
    expect(await recalls.statusOf(lot)).toBe('RELEASED')
  })

  test('that ends in a hold freezes the lots and everything made from them', async () => {
    const material = await at.plant.lot('M001', '4')
    const made = await at.day.madeFrom('X1', material, '4', '4')
    const id = await analysed([material.id], { conclusion: 'HOLD' })
    await recalls.signAs('E002')
    const { docNo } = await conclude(id)
    expect([await recalls.statusOf(material), await recalls.statusOf(made)]).toEqual(['HOLD', 'HOLD'])
    const [log] = await at.rows(
      sql<Values>`select reason from lotstatuslog where "lotId" = ${made.id} order by id desc limit 1`,
    )
    expect(log?.reason).toContain(docNo)
  })

  test('that ends in a recall begins a plan with its product lots, grade, region and reason', async () => {
    const material = await at.plant.lot('M001', '6')
    const made = await at.day.madeFrom('X1', material, '6', '6')
    await at.day.sell('D001', [at.day.saleLine('X1', made.id, '2', { fefoOverrideReason: '测试' })])
    const id = await analysed([material.id], { conclusion: 'RECALL' })
    await recalls.signAs('E002')
    await conclude(id)
    const [plan] = await at.plant.script.prepare('unsafefoodcallbackplan', { analyseId: id })
    const [dealer] = await at.rows(sql<Values>`select region from dealer where code = 'D001'`)
    expect(plan).toMatchObject({
      lotIds: [made.id],
      lotIds$labels: [made.lotNo],
      callbackGradeId: await recalls.grade(),
      recallArea: dealer?.region,
      reasonAndHarm: '<p>菌落总数超标</p><p>杀菌温度不足</p>',
      producerInfo: expect.stringContaining('恒香调味品有限公司'),
      responsibleId: at.day.id('employee', 'E002'),
    })
  })

  test('that would recall names the grade it suggests', async () => {
    const lot = await recalls.soldLot('2', {})
    const id = await analysed([lot.id], { conclusion: 'RECALL', suggestedGradeId: null })
    await recalls.signAs('E002')
    expect(await refusalOf(conclude(id))).toMatchObject({ data: { suggestedGradeId: 'required' } })
  })
})
