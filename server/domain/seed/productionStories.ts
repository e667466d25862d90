import { decimal } from '#contract/schema/decimal.ts'
import { draftPlan, finishPlan, issue } from './seedProduction.ts'
import type { Script } from './seedScript.ts'

export async function spillAndCorrection(script: Script): Promise<void> {
  script.as('E004')
  const plan = await draftPlan(script, 'F102', '985', 'E004')
  await script.run('produceplan.release', { id: plan.id })
  script.as('E002')
  await issue(script, plan.id)
  script.as('E004')
  const [proposed] = await script.prepare('materialmakeup', { producePlanId: plan.id })
  const [sugar] = await script.pickMaterial('M004', '6')
  const makeUp = await script.save('materialmakeup', {
    ...proposed,
    producePlanId: plan.id,
    makeUpTime: script.now,
    itemType: 'MATERIAL',
    materialId: script.id('material', 'M004'),
    lotId: sugar?.candidate.lotId,
    qty: '6',
    reasonType: 'SPILL',
    reason: '投料口洒漏约 6 kg',
    applicantId: script.id('employee', 'E004'),
  })
  script.as('E001')
  await script.run('materialmakeup.submit', { id: makeUp.id })
  script.as('E004')
  const uses = await script.prepare('usematerialrecord', { producePlanId: plan.id })
  for (const use of uses) {
    const row = await script.save('usematerialrecord', { ...use, producePlanId: plan.id, useTime: script.now })
    if (decimal(row.factAmount).lt(100)) continue
    script.as('E001')
    const less = decimal(row.factAmount).minus(2).toFixed(4)
    await script.run('usematerialrecord.correct', { id: row.id, factAmount: less, reason: '流量计读数更正' })
    script.as('E004')
  }
}

/** Sterilisation deviation: reprocessed, batch held until verified. */
export async function deviation(script: Script, planId: number): Promise<void> {
  script.as('E004')
  const record = await script.save('importcontrol', {
    producePlanId: planId,
    productTechFlowId: script.id('producttechflow', 'F102/T04'),
    batchSeq: 1,
    monitorTime: script.now,
    measuredValue: '82.5',
    detecEquipmentId: script.id('detecequipment', 'DE01'),
    equipmentId: script.id('equipment', 'EQ04'),
    monitorId: script.id('employee', 'E015'),
    correctiveAction: '蒸汽压力不足，调整后整批回流重新杀菌',
    affectedQty: '300',
    disposition: 'REPROCESS',
  })
  script.as('E001')
  await script.run('importcontrol.verify', { id: record.id })
}

export async function rework(script: Script): Promise<void> {
  const [candidate] = await script.pick('F202', 12)
  if (!candidate) return
  script.as('E005')
  const plan = await script.save('produceplan', {
    productId: script.id('product', 'F202'),
    productSpecId: script.id('productspec', 'F202-1'),
    planType: 'REWORK',
    plannedQty: '12',
    batchCount: 1,
    produceDate: script.day,
    planStart: script.now,
    planEnd: `${script.day}T16:00:00.000Z`,
    workshop: '灌装一线',
    leaderId: script.id('employee', 'E005'),
  })
  await script.run('produceplan.release', { id: plan.id })
  script.as('E003')
  const out = await script.save('productstoreout', {
    outType: 'REWORK',
    outTime: script.now,
    warehouseId: script.id('warehouse', 'WH05'),
    targetPlanId: plan.id,
    handlerId: script.id('employee', 'E003'),
    reason: '标签歪斜，重新贴标',
    lines: [
      { lotId: candidate.candidate.lotId, productSpecId: script.id('productspec', 'F202-1'), qty: candidate.quantity },
    ],
  })
  script.as('E001')
  await script.run('productstoreout.approve', { id: out.id })
  script.as('E003')
  await script.run('productstoreout.submit', { id: out.id })
  script.as('E005')
  await finishPlan(script, plan.id, 'F202', 'E005', 'WH05')
}
