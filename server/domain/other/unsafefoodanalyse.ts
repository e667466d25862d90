import type { unsafefoodanalyse } from '../../../src/contract/other/unsafefoodanalyse.ts'
import type { RulesWithActions } from '../rule.ts'

export const unsafefoodanalyseRules: RulesWithActions<typeof unsafefoodanalyse> = {
  actions: {
    analyse: async () => undefined,
    conclude: async () => undefined,
  },
}
