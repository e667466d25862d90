import type { unqualifiedproduct } from '../../../src/contract/other/unqualifiedproduct.ts'
import type { RulesWithActions } from '../rule.ts'

export const unqualifiedproductRules: RulesWithActions<typeof unqualifiedproduct> = {
  actions: {
    decide: async () => undefined,
    close: async () => undefined,
  },
}
