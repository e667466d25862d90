import type { retainsample } from '../../../src/contract/sale/retainsample.ts'
import type { RulesWithActions } from '../rule.ts'

export const retainsampleRules: RulesWithActions<typeof retainsample> = {
  actions: {
    dispose: async () => undefined,
  },
}
