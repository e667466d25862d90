/** Rows of stock documents and consumables on which actions may run. */
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from './plantServer.ts'
import { stockroomOf } from './stockroom.ts'

export function readyStock(at: PlantServer): Readonly<Record<string, () => Promise<number>>> {
  const store = stockroomOf(at)
  const goods = async () => at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
  const materialOut = async (more: Values = {}) => {
    const lot = await at.plant.lot('M001', '5')
    const row = {
      outType: 'SAMPLE',
      warehouseId: at.day.id('warehouse', 'WH01'),
      handlerId: at.day.id('employee', 'E002'),
      outDate: at.plant.script.now,
      reason: '抽样',
      lines: [{ lotId: lot.id, qty: '1' }],
    }
    return (await at.day.run('materialstoreout.save', { ...row, ...more })).id
  }
  const productOut = async (more: Values = {}) => {
    const line = { lotId: (await goods()).id, productSpecId: at.day.id('productspec', 'X1-1'), qty: '1' }
    const row = {
      outType: 'TEST_SAMPLE',
      warehouseId: at.day.id('warehouse', 'WH05'),
      handlerId: at.day.id('employee', 'E003'),
      outTime: at.plant.script.now,
      reason: '抽样',
      lines: [line],
    }
    return (await at.day.run('productstoreout.save', { ...row, ...more })).id
  }
  const count = async (more: Values = {}) => {
    await store.signAs('E001')
    const lot = await at.plant.lot('M001', '5')
    const line = { lotId: lot.id, locationId: await store.defaultBin('WH01'), countedQuantity: '4', reason: '破袋' }
    const row = {
      warehouseId: at.day.id('warehouse', 'WH01'),
      counterId: at.day.id('employee', 'E002'),
      countTime: at.plant.script.now,
      lines: [line],
    }
    return (await at.day.run('stockcount.save', { ...row, ...more })).id
  }
  const relabelling = async (more: Values = {}) => {
    await store.signAs('E001')
    const lot = await at.plant.lot('M001', '5')
    const row = { lotId: lot.id, qty: '1', newLotNo: `${lot.lotNo}-R`, reason: '标签印错' }
    const by = { handlerId: at.day.id('employee', 'E002'), relabelTime: at.plant.script.now }
    return (await at.day.run('stockrelabel.save', { ...row, ...by, ...more })).id
  }
  const pallet = async (isClosed: boolean) => {
    const line = at.day.saleLine('X1', (await goods()).id, '2')
    const locationId = await store.defaultBin('WH05')
    const { id } = await at.day.run('pallet.save', {
      locationId,
      packerId: at.day.id('employee', 'E003'),
      lines: [line],
    })
    if (isClosed) await at.day.run('pallet.close', { id })
    return id
  }
  const approvable = (row: () => Promise<number>) => async () => {
    await store.signAs('E001')
    return row()
  }
  const draftReceipt = async () => {
    const { planId } = await goods()
    return (await at.day.produce(planId, '0.1', { submit: false })).id
  }
  return {
    'materialstoreout.submit': () => materialOut(),
    'materialstoreout.approve': approvable(materialOut),
    'materialstoreout.reverse': () => materialOut({ submit: true }),
    'productstoreout.submit': () => productOut(),
    'productstoreout.approve': approvable(productOut),
    'productstoreout.reverse': () => productOut({ submit: true }),
    'productstorein.approve': approvable(draftReceipt),
    'stockcount.submit': () => count(),
    'stockcount.reverse': () => count({ submit: true }),
    'pallet.close': () => pallet(false),
    'pallet.unpack': () => pallet(true),
    'stockrelabel.submit': () => relabelling(),
    'stockrelabel.reverse': () => relabelling({ submit: true }),
    'retainsample.dispose': approvable(async () => {
      const row = { lotId: (await goods()).id, productId: at.day.id('product', 'X1'), sampleQty: '1' }
      const more = { samplerId: at.day.id('employee', 'E006'), storageLocation: 'A-1', sampleTime: at.plant.script.now }
      return (await at.day.run('retainsample.save', { ...row, ...more })).id
    }),
    'consumablesout.reverse': async () => {
      const row = { code: `C${Date.now()}`, name: `手套${Date.now()}`, unitId: at.day.id('unit', 'pc') }
      const { id } = await at.day.run('consumables.save', row)
      const booked = { direction: 'IN', qty: '5', consumablesId: id, handlerId: at.day.id('employee', 'E002') }
      return (await at.day.run('consumablesout.save', booked)).id
    },
  }
}
