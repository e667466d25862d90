import type { unsafefoodcallbackplan } from '../../../src/contract/other/unsafefoodcallbackplan.ts'
import type { RulesWithActions } from '../rule.ts'

export const unsafefoodcallbackplanRules: RulesWithActions<typeof unsafefoodcallbackplan> = {
  actions: {
    approve: async () => undefined,
    report: async () => undefined,
    execute: async () => undefined,
    close: async () => undefined,
  },
}
