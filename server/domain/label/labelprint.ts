/** Failed print jobs, sent again with a reason. */
import type { labelprint } from '#contract/label/labelprint.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'

export const labelprintRules: EntityHooksWithActions<typeof labelprint> = {
  actions: {
    async print(context, row, given) {
      if (row.target !== 'PRINTER') throw invalid({ target: 'option' })
      const reason = given.reason?.trim() || null
      if (row.begunAt && !reason) throw invalid({ reason: 'required' })
      return { attempts: 0, nextAt: context.now, fault: null, claim: null, ...(reason ? { reason } : {}) }
    },
  },
}
