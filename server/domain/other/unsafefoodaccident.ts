import type { unsafefoodaccident } from '../../../src/contract/other/unsafefoodaccident.ts'
import type { RulesWithActions } from '../rule.ts'

export const unsafefoodaccidentRules: RulesWithActions<typeof unsafefoodaccident> = {
  actions: {
    investigate: async () => undefined,
    handle: async () => undefined,
    close: async () => undefined,
  },
}
