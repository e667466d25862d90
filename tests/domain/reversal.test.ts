import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const line = (lot: Lot, qty: string) => ({
  materialId: at.day.id('material', 'M001'),
  lotId: lot.id,
  qty,
  fefoOverrideReason: '测试',
})
const reverse = (entity: string, id: number) => at.day.run(`${entity}.reverse`, { id, reason: '录错' })
const blockedBy = (...blockers: unknown[]) => ({ refusal: 'blockedByUse', data: { blockers: blockers.join(', ') } })

/** All balances other than zero, and the lots' own figures. */
const balances = () =>
  at.rows(sql<Values>`
    select "lotId", "locationId", "producePlanId", "dealerId", quantity from stockbalance where quantity <> 0
    union all select id, 0, null, null, "onHandQty" from stocklot where "onHandQty" <> 0 order by 1, 2, 3, 4`)
const received = async (quantity: string) => {
  const receipt = await at.day.receive([at.day.receiptLine('M001', quantity)])
  const lot = { id: receipt.lines[0]?.lotId as number, lotNo: String(receipt.lines[0]?.lotNo) }
  await at.day.run('stocklot.release', { id: lot.id })
  return { receipt, lot }
}

describe('a reversal', () => {
  test('of each document in turn restores every balance exactly, by mirrored rows that name what they undo', async () => {
    const states = [await balances()]
    const { receipt, lot } = await received('20.0001')
    states.push(await balances())
    const planId = await at.plant.plan('X1', '20')
    const issue = await at.day.issue(planId, [line(lot, '12.3333'), line(lot, '7.6667')])
    states.push(await balances())
    const use = await at.day.use(planId, lot.id, '19.9999')
    states.push(await balances())
    const made = await at.day.produce(planId, '20')
    await at.day.run('stocklot.release', { id: made.lotId as number })
    states.push(await balances())
    const sale = await at.day.sell('D001', [at.day.saleLine('X1', made.lotId as number, '3.25')])

    const steps = [
      ['productsaleout', sale],
      ['productstorein', made],
      ['usematerialrecord', use],
      ['getmaterialrecord', issue],
      ['materialstorein', receipt],
    ] as const
    for (const [entity, document] of steps) {
      expect(await reverse(entity, document.id)).toMatchObject({ status: 'REVERSED' })
      expect(await balances(), entity).toEqual(states.pop())
      expect(await unbalancedLots(at.server.db)).toEqual([])
    }
    const rows = await at.rows(sql<Values>`
      select r."moveType", r.reason, r.quantity = g.quantity and r."fromLocationId" = g."toLocationId" as mirrored
      from stockledger r join stockledger g on g.id = r."reversalOfSeq" where r."docNo" = ${issue.docNo}`)
    expect(rows).toEqual(Array(2).fill({ moveType: 'REV', reason: '录错', mirrored: true }))
    expect(await at.rows(sql<Values>`select * from lotlink where "producePlanId" = ${planId}`)).toEqual([])
    const figures = await at.rows(sql<Values>`
      select "issuedQty", "usedQty", "wipQty" from produceplanmaterial where "parentId" = ${planId}`)
    expect(figures).toEqual([{ issuedQty: '0.0000', usedQty: '0.0000', wipQty: '0.0000' }])
  })

  test('of a receipt whose lot was issued is refused and names the issue, until that is undone', async () => {
    const { receipt, lot } = await received('10')
    const issue = await at.day.issue(await at.plant.plan('X1', '20'), [line(lot, '4')])
    expect(await refusalOf(reverse('materialstorein', receipt.id))).toEqual(blockedBy(issue.docNo))
    await reverse('getmaterialrecord', issue.id)
    await reverse('materialstorein', receipt.id)
    expect(await at.rows(sql<Values>`select "onHandQty" from stocklot where id = ${lot.id}`)).toEqual([
      { onHandQty: '0.0000' },
    ])
  })

  test('of an issue that was charged is refused and names the charge, not what other plans did', async () => {
    const { lot } = await received('20')
    const [planId, other] = [await at.plant.plan('X1', '10'), await at.plant.plan('X1', '10')]
    const issue = await at.day.issue(planId, [line(lot, '10')])
    await at.day.issue(other, [line(lot, '10')])
    await at.day.use(other, lot.id, '10')
    const use = await at.day.use(planId, lot.id, '2')
    expect(await refusalOf(reverse('getmaterialrecord', issue.id))).toEqual(blockedBy(use.docNo))
  })

  test('of a charge whose batch came out is refused and names the receipt', async () => {
    const { lot } = await received('10')
    const planId = await at.plant.plan('X1', '10')
    await at.day.issue(planId, [line(lot, '10')])
    const use = await at.day.use(planId, lot.id, '10')
    const made = await at.day.produce(planId, '10')
    expect(await refusalOf(reverse('usematerialrecord', use.id))).toEqual(blockedBy(made.docNo))
    await reverse('productstorein', made.id)
    await reverse('usematerialrecord', use.id)
    const [plan] = await at.rows(sql<Values>`select "producedQty", status from produceplan where id = ${planId}`)
    // Nothing is charged any more, so it may still be cancelled.
    expect(plan).toEqual({ producedQty: '0.0000', status: 'ISSUING' })
  })

  test('of a product receipt whose lot was sold is refused and names the sale', async () => {
    const { lot } = await received('10')
    const made = await at.day.madeFrom('X1', lot, '10', '10')
    const sale = await at.day.sell('D001', [at.day.saleLine('X1', made.id, '1', { fefoOverrideReason: '测试' })])
    expect(await refusalOf(reverse('productstorein', made.receiptId))).toEqual(blockedBy(sale.docNo))
    await reverse('productsaleout', sale.id)
    await reverse('productstorein', made.receiptId)
  })

  test('happens once, to what was posted, and for a reason', async () => {
    const { receipt } = await received('10')
    expect(await refusalOf(at.day.run('materialstorein.reverse', { id: receipt.id }))).toEqual({
      refusal: 'invalid',
      data: { reason: 'required' },
    })
    await reverse('materialstorein', receipt.id)
    expect(await refusalOf(reverse('materialstorein', receipt.id))).toMatchObject({ refusal: 'wrongState' })
    const draft = await at.day.receive([at.day.receiptLine('M001', '1')], { submit: false })
    expect(await refusalOf(reverse('materialstorein', draft.id))).toMatchObject({ refusal: 'wrongState' })
  })
})

describe('a posting dated back', () => {
  const daysAgo = (days: number) => new Date(Date.parse(at.plant.script.now) - days * 86_400_000).toISOString()

  test('up to three days is taken at that moment; further back, or from the future, is refused', async () => {
    const receive = (storeInDate: string) => at.day.receive([at.day.receiptLine('M001', '10')], { storeInDate })
    const receipt = await receive(daysAgo(2.9))
    const [row] = await at.rows(
      sql<Values>`select "bizTime", "postedAt" from stockledger where "docNo" = ${receipt.docNo}`,
    )
    expect(row).toEqual({ bizTime: daysAgo(2.9), postedAt: at.plant.script.now })
    const refused = { refusal: 'backdatedTooFar', data: { days: 3 } }
    expect(await refusalOf(receive(daysAgo(3.1)))).toEqual(refused)
    expect(await refusalOf(receive(daysAgo(-0.01)))).toEqual(refused)
  })

  test('that would have left less than nothing at any moment since is refused with lot and moment', async () => {
    const receipt = await at.day.receive([at.day.receiptLine('M001', '10')], { storeInDate: daysAgo(1) })
    const lot = { id: receipt.lines[0]?.lotId as number, lotNo: String(receipt.lines[0]?.lotNo) }
    await at.day.run('stocklot.release', { id: lot.id })
    const planId = await at.plant.plan('X1', '20')
    expect(await refusalOf(at.day.issue(planId, [line(lot, '1')], { issueTime: daysAgo(2) }))).toEqual({
      refusal: 'balanceLater',
      data: { lotNo: lot.lotNo, at: daysAgo(2) },
    })
    await at.day.issue(planId, [line(lot, '4')], { issueTime: daysAgo(0.5) })
    const charged = at.day.use(planId, lot.id, '1', { useTime: daysAgo(0.6) })
    expect(await refusalOf(charged)).toMatchObject({ refusal: 'balanceLater', data: { at: daysAgo(0.6) } })
    await at.day.use(planId, lot.id, '1', { useTime: daysAgo(0.4) })
    expect(await unbalancedLots(at.server.db)).toEqual([])
  })

  test('that takes what a later one already took is refused where it falls short', async () => {
    const { lot } = await received('10')
    const planId = await at.plant.plan('X1', '20')
    await at.day.issue(planId, [line(lot, '8')])
    expect(await refusalOf(at.day.issue(planId, [line(lot, '3')], { issueTime: daysAgo(0) }))).toMatchObject({
      refusal: 'shortOfStock',
      data: { available: '2.0000' },
    })
  })
})
