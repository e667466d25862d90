/** Employees: deleted if never referenced, else marked as left (domain.md §2.5). */

import { AppError } from '#contract/schema/answer.ts'
import { employee } from '#contract/staff/employee.ts'
import { refuseIfUsed } from '../../db/records/references.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'

export const employeeRules: EntityHooksWithActions<typeof employee> = {
  async beforeRemove(context, row) {
    try {
      await refuseIfUsed(context, employee, [row.id])
    } catch (error) {
      if (error instanceof AppError && error.refusal === 'inUse') throw new AppError('employeeInUse', error.data)
      throw error
    }
  },
  actions: {
    async leave(context, row, given) {
      const leaveDate = given.leaveDate ?? context.today
      if (leaveDate < row.entryDate) throw new AppError('invalid', { leaveDate: 'leaveBeforeEntry' })
      return { leaveDate }
    },
  },
}
