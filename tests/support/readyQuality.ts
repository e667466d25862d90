/** Rows of quality, equipment and staff on which actions may run. */
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import { laboratoryOf } from './laboratory.ts'
import type { PlantServer } from './plantServer.ts'
import { plantOf } from './recall.ts'
import { stockroomOf } from './stockroom.ts'

const passed = { itemName: '水分', limitMax: '12.50', unitName: '%', resultValue: '12.50' }

export function readyQuality(at: PlantServer): Readonly<Record<string, () => Promise<number>>> {
  const lab = laboratoryOf(at)
  const store = stockroomOf(at)
  const employee = (code: string) => at.day.id('employee', code)
  const run = async (command: string, given: Values) => (await at.day.run(command, given)).id
  let numbers = 0
  const code = () => {
    numbers += 1
    return `Q${numbers}`
  }
  /** Switches to the approver, whoever signed before. */
  const asApprover = (work: () => Promise<number>) => async () => {
    const id = await work()
    await store.signAs('E001')
    return id
  }

  /**
   * Receipt's inspection, filled in by an inspector other than the approver; its material is released by hand nowhere
   * else.
   */
  const inspection = async (...steps: readonly string[]) => {
    const [open] = await lab.inspectionsOf(await lab.received('M002'))
    const id = open?.id as number
    const filled = { standardNo: 'GB 1354', inspectorId: employee('E006'), items: [passed] }
    await lab.change('qualityinspection', id, filled)
    for (const step of steps) await at.day.run(`qualityinspection.${step}`, { id })
    return id
  }
  const inspectionAt = (...steps: readonly string[]) => asApprover(() => inspection(...steps))

  const nonconformity = async () => {
    const { id: lotId } = await at.plant.lot('M001', '5')
    const row = { source: 'STOCK', lotId, qty: '5', unqualifiedItems: '结块', foundById: employee('E006') }
    return run('unqualifiedproduct.save', row)
  }
  const decided = async () => {
    const id = await nonconformity()
    await store.signAs('E001')
    return run('unqualifiedproduct.decide', { id, disposition: 'SCRAP', reason: '报废' })
  }

  const controlled = async () => {
    const key = { isKeyControl: true, ccpNo: 'CCP1', controlItem: '温度', limitMin: '80', limitMax: '99' }
    const name = code()
    const more = { flowType: 'PREP', correctiveAction: '复杀', versionNo: '1.0' }
    const techFlowId = await run('techflow.save', { code: name, name, ...more, ...key })
    await at.day.run('techflow.approve', { id: techFlowId })
    const [{ steps } = { steps: 0 }] = await at.rows(sql<Values>`select count(*)::int as steps from producttechflow`)
    const step = { productId: at.day.id('product', 'X1'), stepNo: Number(steps) + 1, techFlowId }
    const productTechFlowId = await run('producttechflow.save', step)
    const reading = { monitorTime: at.plant.script.now, measuredValue: '90', monitorId: employee('E004') }
    const detecEquipmentId = await lab.instrument()
    const { planId } = await at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
    return run('importcontrol.save', { producePlanId: planId, productTechFlowId, detecEquipmentId, ...reading })
  }

  const repaired = async () => {
    const name = code()
    const equipmentId = await run('equipment.save', { code: name, name: `机${name}` })
    const time = { startTime: '2026-11-19T01:00:00.000Z', endTime: '2026-11-19T03:00:00.000Z' }
    const done = {
      recordType: 'REPAIR',
      faultTime: time.startTime,
      faultDesc: '异响',
      method: '换轴承',
      repairer: '唐亮',
      hygieneCheck: 'PASS',
    }
    return run('equipmentrepaidrecord.save', { equipmentId, reporterId: employee('E004'), ...time, ...done })
  }

  const recalled = async () => {
    const { id } = await plantOf(at).soldLot('3', { D001: '1' })
    await plantOf(at).startedRecall([id], { disposalMethod: 'RELABEL' })
    return id
  }

  const hired = () => {
    const jobNo = code()
    const row = { jobNo, name: `新${jobNo}`, department: '仓储', postType: 'OFFICE', entryDate: '2025-01-01' }
    return run('employee.save', row)
  }

  return {
    'qualityinspection.test': inspectionAt(),
    'qualityinspection.judge': inspectionAt('test'),
    'qualityinspection.release': inspectionAt('judge'),
    'qualityinspection.close': inspectionAt(),
    'unqualifiedproduct.decide': asApprover(nonconformity),
    'unqualifiedproduct.close': decided,
    'importcontrol.verify': asApprover(controlled),
    'equipmentrepaidrecord.verify': asApprover(repaired),
    'stocklot.restore': asApprover(recalled),
    'employee.leave': hired,
  }
}
