import type { version } from '../../../src/contract/system/version.ts'
import type { RulesWithActions } from '../rule.ts'

export const versionRules: RulesWithActions<typeof version> = {
  actions: {
    publish: async () => undefined,
    withdraw: async () => undefined,
  },
}
