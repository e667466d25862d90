/** Eligibility of staff: on duty, healthy (domain.md §2.4, guard 8). */
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { settingOf } from '../settings/settings.ts'
import { plantDay } from './day.ts'

/** Person in food contact without a valid certificate that day. */
export interface Unhealthy {
  readonly name: string
  /** `—` without any certificate. */
  readonly date: string
}

/**
 * Requires staff on duty, with health certificates for food contact on the day of `bizTime`. Setting `healthMode`:
 * BLOCK throws, WARN returns the persons.
 * @throws AppError notOnDuty, healthExpired with person and date
 */
export async function guardPersons(
  context: Context,
  employees: readonly (number | null | undefined)[],
  bizTime: string,
): Promise<readonly Unhealthy[]> {
  const ids = employees.filter(id => id !== null && id !== undefined)
  if (ids.length === 0) return []
  const rows = await rowsOf(context, 'employee')
    .select(['name', 'status', 'postType', 'healthExpireDate'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
  const off = rows.find(person => person.status !== 'ON_JOB')
  // Server loads history of former staff.
  if (off && context.userId !== null)
    throw new AppError('notOnDuty', {
      name: off.name,
      status: format(context.locale, `EmployeeStatus.${off.status}`),
    })
  const touching = rows.filter(person => person.postType === 'DIRECT')
  if (touching.length === 0) return []
  const day = plantDay(context, bizTime)
  const unhealthy = touching
    .filter(person => person.healthExpireDate === null || person.healthExpireDate < day)
    .map(person => ({ name: person.name, date: person.healthExpireDate ?? '—' }))
  const [first] = unhealthy
  if (first && (await settingOf(context, 'healthMode')) === 'BLOCK') throw new AppError('healthExpired', first)
  return unhealthy
}
