/** Print jobs that failed are sent again. */
import type { labelprint } from '#contract/label/labelprint.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'

export const labelprintRules: EntityHooksWithActions<typeof labelprint> = {
  actions: {
    async print(context, row) {
      if (row.target !== 'PRINTER') throw invalid({ target: 'option' })
      return { attempts: 0, nextAt: context.now, fault: null }
    },
  },
}
