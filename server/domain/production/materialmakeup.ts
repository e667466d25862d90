import type { materialmakeup } from '../../../src/contract/production/materialmakeup.ts'
import type { RulesWithActions } from '../rule.ts'

export const materialmakeupRules: RulesWithActions<typeof materialmakeup> = {
  actions: {
    submit: async () => undefined,
    reverse: async () => undefined,
  },
}
