import type { materialstoreout } from '../../../src/contract/material/materialstoreout.ts'
import type { RulesWithActions } from '../rule.ts'

export const materialstoreoutRules: RulesWithActions<typeof materialstoreout> = {
  actions: {
    submit: async () => undefined,
    approve: async () => undefined,
    reverse: async () => undefined,
  },
}
