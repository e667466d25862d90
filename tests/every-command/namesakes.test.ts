import { beforeAll, describe, expect, test } from 'vitest'
import { exactLot } from '#contract/trace/lotName.ts'
import { store } from '../../src/data/store.ts'
import { traceAtom } from '../../src/data/trace/traces.ts'
import { type Namesakes, namesakesOf } from '../support/namesakes.ts'
import { withPlant } from '../support/plantServer.ts'
import { scripted } from './scripted.ts'

const plant = withPlant()
const at = scripted(plant)
let { soy, product, byproduct } = {} as Namesakes
beforeAll(async () => {
  ;({ soy, product, byproduct } = await namesakesOf(plant))
})

const exact = () => exactLot(product.lotNo, product.id)
const asked = () => store.get(traceAtom('asc')).asked

describe('of two lots of one number, commands on one', () => {
  test('leave out that one', async () => {
    await at.ok('reviewasc.run', { lotNos: [soy.lotNo] })
    await at.ok('reviewasc.leaveOut', { ids: [product.id] })
    expect(asked().without).toEqual([exact()])
    expect(store.get(traceAtom('asc')).answer?.counts).toMatchObject({ lots: 2, productLots: 1 })
    await at.ok('reviewasc.putBack')
    expect(store.get(traceAtom('asc')).answer?.counts).toMatchObject({ lots: 3, productLots: 2 })
  })

  test('trace that one', async () => {
    await at.ok('reviewasc.only', { ids: [byproduct.id] })
    expect(asked().lotNos).toEqual([exactLot(byproduct.lotNo, byproduct.id)])
    expect(store.get(traceAtom('asc')).answer?.counts).toMatchObject({ lots: 1 })
    await at.ok('stocklot.traceForward', { ids: [product.id] })
    expect(asked().lotNos).toEqual([exact()])
  })

  test('name a lot that nobody shares its number with by its number alone', async () => {
    await at.ok('stocklot.traceForward', { ids: [soy.id] })
    expect(asked().lotNos).toEqual([soy.lotNo])
  })

  test('freeze that one', async () => {
    await at.ok('reviewasc.freeze', { lotNos: [exact()], reason: '供应商通知' })
    expect(await at.row('stocklot', product.id)).toMatchObject({ qualityStatus: 'HOLD' })
    expect((await at.row('stocklot', byproduct.id))?.qualityStatus).not.toBe('HOLD')
  })
})
