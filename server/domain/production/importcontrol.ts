import type { importcontrol } from '../../../src/contract/production/importcontrol.ts'
import type { RulesWithActions } from '../rule.ts'

export const importcontrolRules: RulesWithActions<typeof importcontrol> = {
  actions: {
    verify: async () => undefined,
  },
}
