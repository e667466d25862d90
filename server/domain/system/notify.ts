import type { notify } from '../../../src/contract/system/notify.ts'
import type { RulesWithActions } from '../rule.ts'

export const notifyRules: RulesWithActions<typeof notify> = {
  actions: {
    publish: async () => undefined,
    withdraw: async () => undefined,
  },
}
