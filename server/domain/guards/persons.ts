/** Who may do the work: on duty, and healthy where food is touched (domain.md §2.4, guard 8; Food Safety Law art. 45). */
import { sql } from 'kysely'
import { format } from '../../../src/contract/messages/index.ts'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { settingOf } from '../settings/settings.ts'
import { dayOf } from './day.ts'

interface Person {
  readonly name: string
  readonly status: string
  readonly postType: string
  readonly healthExpireDate: string | null
}

/** A person in direct contact with food whose certificate did not hold on the day, and until when it did. */
export interface Unhealthy {
  readonly name: string
  /** `—` when there never was a certificate. */
  readonly date: string
}

/**
 * Asks the persons of a posting: nobody who is suspended or has left, and those in direct contact with food need a health
 * certificate that holds on the day of `bizTime`. Whether a missing one stops the posting says the setting `healthMode`;
 * with WARN the persons are answered, so that they can be told.
 * @throws AppError notOnDuty, healthExpired naming the person and the date
 */
export async function guardPersons(
  context: Context,
  employees: readonly (number | null | undefined)[],
  bizTime: string,
): Promise<readonly Unhealthy[]> {
  const ids = employees.filter(id => id !== null && id !== undefined)
  if (ids.length === 0) return []
  const { rows } = await sql<Person>`
    select name, status, "postType", "healthExpireDate" from employee
    where id = any(${ids}) and "customerId" = ${context.customerId} order by id`.execute(context.tx)
  const off = rows.find(person => person.status !== 'ON_JOB')
  // History is entered after people have left; only the server itself does so.
  if (off && context.userId !== null)
    throw new AppError('notOnDuty', {
      name: off.name,
      status: format(context.locale, `EmployeeStatus.${off.status}`),
    })
  const touching = rows.filter(person => person.postType === 'DIRECT')
  if (touching.length === 0) return []
  const day = dayOf(context, bizTime)
  const unhealthy = touching
    .filter(person => person.healthExpireDate === null || person.healthExpireDate < day)
    .map(person => ({ name: person.name, date: person.healthExpireDate ?? '—' }))
  const [first] = unhealthy
  if (first && (await settingOf(context, 'healthMode')) === 'BLOCK') throw new AppError('healthExpired', first)
  return unhealthy
}
