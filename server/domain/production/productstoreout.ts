import type { productstoreout } from '../../../src/contract/production/productstoreout.ts'
import type { RulesWithActions } from '../rule.ts'

export const productstoreoutRules: RulesWithActions<typeof productstoreout> = {
  actions: {
    submit: async () => undefined,
    approve: async () => undefined,
    reverse: async () => undefined,
  },
}
