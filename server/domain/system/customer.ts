/** Organisations: created with their locations, valid time zone, never self-disabled. */
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { customer } from '#contract/system/customer.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { isKnownTimeZone } from '../settings/timeZone.ts'
import { replanTasks } from '../tasks/task.ts'
import { equipOrganisation } from './organisation.ts'

export const customerRules: EntityHooks<typeof customer> = {
  async beforeSave(context, row, before) {
    // Single-organisation users must not create others.
    if (!before && !context.everyOrganisation) throw new AppError('notPermitted', { menu: 'customer', button: 'add' })
    if (row.timeZone !== before?.timeZone && !(await isKnownTimeZone(context.tx, row.timeZone ?? '')))
      throw invalid({ timeZone: 'option' })
    if (before?.id === context.customerId && row.status !== 'ENABLED') throw new AppError('lastAdministrator')
  },
  async afterSave(context, row, before) {
    if (!before) await equipOrganisation({ ...context, customerId: row.id })
    else if (row.timeZone !== before.timeZone) await replanTasks(context, row.id)
  },
  async beforeRemove(context, row) {
    if (row.id === context.customerId) throw new AppError('lastAdministrator')
  },
}
