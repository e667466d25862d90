import type { techflow } from '../../../src/contract/basic/techflow.ts'
import type { RulesWithActions } from '../rule.ts'

export const techflowRules: RulesWithActions<typeof techflow> = {
  actions: {
    approve: async () => undefined,
    retire: async () => undefined,
    revise: async () => undefined,
  },
}
