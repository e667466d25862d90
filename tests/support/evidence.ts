/** Shortcuts to evidence: days, certificates, readings, repairs. */
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { addDays } from '../../src/contract/calendar.ts'
import { laboratoryOf } from './laboratory.ts'
import type { PlantServer } from './plantServer.ts'
import type { Lot } from './workday.ts'

export function evidenceOf(at: PlantServer) {
  const lab = laboratoryOf(at)
  let [step, hired, machines] = [0, 0, 0]

  /** A day of the plant so many days from today. */
  const day = (from: number) => addDays(at.plant.today, from)

  async function ask(lot: Pick<Lot, 'lotNo'>, more: Values = {}, token = at.token): Promise<TraceAnswer> {
    const asked = { productLotNos: [lot.lotNo], ...more }
    const answer = await at.server.call('POST', 'SafetyReview/ReviewDesc', asked, token)
    expect(answer).toMatchObject({ status: 0 })
    return answer.data
  }

  return {
    lab,
    day,
    ask,
    /** Moment at which the plant's clock shows a time. */
    moment: (from: number, time: string) => new Date(`${day(from)}T${time}+08:00`).toISOString(),
    /** Rows of a section of the trace back from a lot. */
    async rows(lot: Pick<Lot, 'lotNo'>, section: SectionName, more: Values = {}, token = at.token) {
      return (await ask(lot, more, token)).sections[section]?.rows ?? []
    },
    /** Gives product X1 a critical control point, between 85 and 95 ℃. */
    async keyStep() {
      const flow = { flowType: 'HEAT', isKeyControl: true, ccpNo: 'CCP2', controlItem: '杀菌温度', limitMin: '85' }
      const row = { code: 'T9', name: '杀菌', versionNo: '1', correctiveAction: '复杀' }
      const { id } = await at.day.run('techflow.save', { ...flow, ...row })
      await at.day.run('techflow.approve', { id })
      const own = { productId: at.day.id('product', 'X1'), stepNo: 1, limitMax: '95', limitUnit: '℃' }
      step = (await at.day.run('producttechflow.save', { ...own, techFlowId: id })).id
    },
    /** A lot of X1 from a lot of its own. */
    made: async (plan: Values = {}) => at.day.madeFrom('X1', await at.plant.lot('M001', '10'), '10', '10', plan),
    /** A person in direct contact with food, without a certificate. */
    async hire() {
      hired += 1
      const person = { jobNo: `P${hired}`, name: `班员${hired}`, department: '生产部', entryDate: '2024-01-01' }
      return { id: (await at.day.run('employee.save', { ...person, postType: 'DIRECT' })).id, name: person.name }
    },
    examined: (employeeId: number, from: number, until: number, certNo: string) =>
      at.day.run('employeehealth.save', {
        ...{ employeeId, recordType: 'ANNUAL', hospital: '市疾控中心', certNo },
        ...{ examDate: day(from), validUntil: day(until) },
      }),
    calibrated: (instrument: number, from: number, until: number | null, more: Values = {}) =>
      at.day.run('detecequipmentrecord.save', {
        ...lab.calibration(instrument, { recordDate: day(from), validUntil: until === null ? null : day(until) }),
        ...more,
      }),
    monitor: (planId: number, monitorTime: string, more: Values = {}) =>
      at.day.run('importcontrol.save', {
        ...{ producePlanId: planId, productTechFlowId: step, monitorTime, measuredValue: '90' },
        ...{ monitorId: at.day.id('employee', 'E004'), ...more },
      }),
    async machine(more: Values = {}): Promise<number> {
      machines += 1
      return (await at.day.run('equipment.save', { code: `Q${machines}`, name: `杀菌机${machines}`, ...more })).id
    },
    repaired: (equipmentId: number, startTime: string, endTime: string | null, more: Values = {}) =>
      at.day.run('equipmentrepaidrecord.save', {
        ...{ equipmentId, recordType: 'REPAIR', faultTime: startTime, faultDesc: '漏油', startTime, endTime },
        ...{ method: '更换密封圈', repairer: '机修班', ...more },
      }),
  }
}
