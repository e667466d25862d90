/** Shortcuts of the laboratory: lots to inspect, instruments, stored changes. */
import { sql } from 'kysely'
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { saveRecord } from '../../server/domain/records.ts'
import type { PlantServer } from './plantServer.ts'
import type { Lot } from './workday.ts'

export function laboratoryOf(at: PlantServer) {
  let instruments = 0
  const statusOf = async (lot: Pick<Lot, 'id'>) =>
    (await at.rows(sql<Values>`select "qualityStatus" from stocklot where id = ${lot.id}`))[0]?.qualityStatus
  const inspectionsOf = (lot: Pick<Lot, 'id'>) =>
    at.rows(sql<Values>`select * from qualityinspection where "lotId" = ${lot.id} order by id`)
  /** Changes a stored row through its own rules. */
  const change = async (entity: string, id: number, more: Values) => {
    const [row] = await at.rows(sql<Values>`select "rowVersion" from ${sql.table(entity)} where id = ${id}`)
    const sent = { id, rowVersion: row?.rowVersion as number, ...more }
    return at.plant.inside(context => saveRecord(context, entityNamed(entity) as Entity, sent))
  }
  return {
    statusOf,
    inspectionsOf,
    change,
    /** A received lot of an inspected material that nobody has looked at. */
    async received(material = 'M001', quantity = '10', more: Values = {}): Promise<Lot> {
      const { lines } = await at.day.receive([at.day.receiptLine(material, quantity, more)])
      return { id: lines[0]?.lotId as number, lotNo: String(lines[0]?.lotNo) }
    },
    /** An instrument that is calibrated for a year, or not at all. */
    async instrument(calibrated = true): Promise<number> {
      instruments += 1
      const code = `I${Date.now().toString(36)}${instruments}`
      const { id } = await at.day.run('detecequipment.save', { code, name: `仪器${code}`, calibCycleDays: 365 })
      if (calibrated) await at.day.run('detecequipmentrecord.save', calibration(id))
      return id
    },
    calibration: (id: number, more: Values = {}) => ({ ...calibration(id), ...more }),
  }

  function calibration(id: number): Values {
    return {
      detecEquipmentId: id,
      recordType: 'CALIBRATE',
      recordDate: at.plant.today,
      agencyName: '计量院',
      certificateNo: `C${id}`,
      result: 'PASS',
      operatorId: at.day.id('employee', 'E006'),
    }
  }
}
