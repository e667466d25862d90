/** Quality master data: most of it valid, some overdue. */
import { addDays } from '#contract/calendar.ts'
import { people, women } from './plantData.ts'
import { consumables, equipment, healthDays, instruments, morePeople, productSteps, steps } from './qualityData.ts'
import type { Script } from './seedScript.ts'

async function seedPeople(script: Script): Promise<void> {
  for (const [jobNo, name, department, position, postType, foodSafetyRole] of morePeople)
    await script.save('employee', {
      jobNo,
      name,
      gender: women.has(jobNo) ? 'F' : 'M',
      department,
      position,
      postType,
      foodSafetyRole,
      entryDate: '2023-06-01',
      trainings: [
        { trainDate: '2026-03-12', topic: '食品安全法规与过敏原管理', hours: '4', score: '92', trainer: '张伟' },
      ],
    })
  for (const [jobNo, , , , postType] of [...people, ...morePeople]) {
    if (postType === 'OFFICE') continue
    const validUntil = addDays(script.day, healthDays[jobNo] ?? 200)
    await script.save('employeehealth', {
      employeeId: script.id('employee', jobNo),
      recordType: 'ANNUAL',
      examDate: addDays(validUntil, -364),
      hospital: '青岛市胶州市疾病预防控制中心',
      certNo: `JK2026${jobNo}`,
      validUntil,
      result: 'QUALIFIED',
      handling: 'NORMAL',
    })
  }
}

async function seedEquipment(script: Script): Promise<void> {
  for (const [code, name, model, workshop, maintainCycleDays] of equipment) {
    const responsibleId = script.id('employee', 'E019')
    await script.save('equipment', {
      code,
      name,
      model,
      workshop,
      maintainCycleDays,
      responsibleId,
      enableDate: '2021-05-01',
    })
    await script.save('equipmentrepaidrecord', {
      equipmentId: script.id('equipment', code),
      recordType: 'MAINTAIN',
      startTime: `${addDays(script.day, -20)}T01:00:00.000Z`,
      endTime: `${addDays(script.day, -20)}T03:00:00.000Z`,
      method: '润滑、紧固、清洁并试运行',
      repairer: '唐亮',
      hygieneCheck: 'PASS',
    })
  }
  for (const [code, name, measureRange, calibCycleDays, since] of instruments) {
    const keeperId = script.id('employee', 'E006')
    await script.save('detecequipment', {
      code,
      name,
      measureRange,
      calibCycleDays,
      keeperId,
      calibType: 'CALIBRATE',
    })
    const calibrated = addDays(script.day, -since)
    await script.save('detecequipmentrecord', {
      detecEquipmentId: script.id('detecequipment', code),
      recordType: 'CALIBRATE',
      recordDate: calibrated,
      agencyName: '青岛市计量技术研究院',
      certificateNo: `QDJL-${code}-${calibrated.slice(0, 4)}`,
      validUntil: addDays(calibrated, calibCycleDays),
      result: 'PASS',
      operatorId: script.id('employee', 'E006'),
    })
  }
}

async function seedSteps(script: Script): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const [code, name, flowType, ccpNo, controlItem, limitMin, limitMax, limitUnit, minutes, hazardTypes, action] = step
    const row = await script.save('techflow', {
      code,
      name,
      flowType,
      isKeyControl: ccpNo !== null,
      ccpNo,
      controlItem,
      limitMin,
      limitMax,
      limitUnit,
      monitorIntervalMin: minutes,
      hazardTypes,
      correctiveAction: action,
      sortNo: index + 1,
    })
    await script.run('techflow.approve', { id: row.id })
  }
  for (const [product, list] of Object.entries(productSteps))
    for (const [index, [step, machine]] of list.entries())
      await script.save(
        'producttechflow',
        {
          productId: script.id('product', product),
          stepNo: index + 1,
          techFlowId: script.id('techflow', step),
          equipmentId: script.id('equipment', machine),
          standardMinutes: 60,
        },
        `${product}/${step}`,
      )
}

async function seedConsumables(script: Script): Promise<void> {
  const [keeper, cleaner] = [script.id('employee', 'E013'), script.id('employee', 'E016')]
  for (const [code, name, consumableType, unit, isFoodContact, isHazardous, minStock, stored] of consumables) {
    await script.save('consumables', {
      code,
      name,
      consumableType,
      unitId: script.id('unit', unit),
      isFoodContact,
      isHazardous,
      minStock,
      location: isHazardous ? '化学品专库' : '五金库',
    })
    const common = { consumablesId: script.id('consumables', code), department: '生产部', handlerId: keeper }
    await script.save('consumablesout', {
      ...common,
      outDate: script.day,
      direction: 'IN',
      qty: stored,
      employeeId: keeper,
      purpose: '采购入库',
    })
    await script.save('consumablesout', {
      ...common,
      outDate: script.day,
      direction: 'OUT',
      qty: '10',
      employeeId: cleaner,
      purpose: '灌装线班后清洗',
      area: '灌装一线',
    })
  }
}

/** Quarantine bins of the raw material and finished goods warehouses. */
async function seedQuarantine(script: Script): Promise<void> {
  for (const [warehouse, code, name] of [
    ['WH01', 'WH01-Q', '原料隔离区'],
    ['WH04', 'WH04-Q', '半成品隔离区'],
    ['WH05', 'WH05-Q', '成品隔离区'],
  ] as const)
    await script.save('stocklocation', {
      code,
      name,
      warehouseId: script.id('warehouse', warehouse),
      locationType: 'STORAGE',
      isQuarantine: true,
    })
}

export async function seedQuality(script: Script): Promise<void> {
  await seedQuarantine(script)
  await seedPeople(script)
  await seedEquipment(script)
  await seedSteps(script)
  await seedConsumables(script)
}
