import type { consumablesout } from '../../../src/contract/other/consumablesout.ts'
import type { RulesWithActions } from '../rule.ts'

export const consumablesoutRules: RulesWithActions<typeof consumablesout> = {
  actions: {
    reverse: async () => undefined,
  },
}
