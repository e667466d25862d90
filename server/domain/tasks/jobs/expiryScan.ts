/** Expired and expiring lots, samples due. Read-only: states follow from dates. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import { type Finding, notifyFindings } from './findings.ts'
import { type Job, say, withinTime } from './job.ts'

interface Lot {
  readonly id: number
  readonly lotNo: string
  readonly item: string
  readonly expiryDate: string
  readonly quantity: string
  readonly unit: string
  readonly isOver: boolean
}

/** Lots within the item's warning days, else by shelf life (domain.md §2.8). */
async function lots({ tx, customerId, today }: Context): Promise<readonly Lot[]> {
  const { rows } = await sql<Lot>`
    select l.id, l."lotNo", coalesce(m.name, p.name, '') as item, l."expiryDate", l."onHandQty" as quantity,
      coalesce(u.name, '') as unit, l."expiryDate" < ${today}::date as "isOver"
    from stocklot l
    left join material m on m.id = l."materialId"
    left join product p on p.id = l."productId"
    left join unit u on u.id = l."unitId"
    cross join lateral (select l."expiryDate" - l."produceDate" as days) life
    where l."customerId" = ${customerId} and l."onHandQty" > 0 and l."expiryDate" is not null
      and l."expiryDate" - ${today}::date <= coalesce(m."nearExpiryDays", p."nearExpiryDays", case
        when life.days >= 365 then 45 when life.days >= 180 then 20 when life.days >= 90 then 15
        when life.days >= 30 then 10 when life.days >= 15 then 5 else 2 end)
    order by l."expiryDate", l."lotNo"`.execute(tx)
  return rows
}

interface Sample {
  readonly id: number
  readonly docNo: string
  readonly lotNo: string
  readonly retainUntil: string
}

async function samplesDue({ tx, customerId, today }: Context): Promise<readonly Sample[]> {
  const { rows } = await sql<Sample>`
    select r.id, r."docNo", coalesce(l."lotNo", '') as "lotNo", r."retainUntil"
    from retainsample r left join stocklot l on l.id = r."lotId"
    where r."customerId" = ${customerId} and r.status <> 'DISPOSED' and r."retainUntil" < ${today}::date
    order by r."retainUntil", r.id`.execute(tx)
  return rows
}

const ofLot =
  (context: Context) =>
  ({ id, isOver, ...lot }: Lot): Finding => ({
    key: `${id}:${lot.expiryDate}:${isOver ? 'over' : 'near'}`,
    line: say(context, isOver ? 'task.lotOver' : 'task.lotNear', lot),
  })

const ofSample =
  (context: Context) =>
  ({ id, ...sample }: Sample): Finding => ({
    key: `${id}:${sample.retainUntil}`,
    line: say(context, 'task.sampleDue', sample),
  })

export const expiryScan: Job = assignment =>
  withinTime(assignment, async context => {
    const [found, due] = [await lots(context), await samplesDue(context)]
    await notifyFindings(context, { page: 'stocklot', title: 'task.lotsTitle' }, found.map(ofLot(context)))
    await notifyFindings(context, { page: 'retainsample', title: 'task.samplesTitle' }, due.map(ofSample(context)))
    const over = found.filter(({ isOver }) => isOver).length
    const counts = { over, near: found.length - over, samples: due.length }
    return {
      outcome: found.length + due.length > 0 ? 'FOUND' : 'DONE',
      message: say(context, 'task.expiryScan', counts),
    }
  })
