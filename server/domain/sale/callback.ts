import type { callback } from '../../../src/contract/sale/callback.ts'
import type { RulesWithActions } from '../rule.ts'

export const callbackRules: RulesWithActions<typeof callback> = {
  actions: {
    start: async () => undefined,
    notify: async () => undefined,
    recover: async () => undefined,
    dispose: async () => undefined,
    close: async () => undefined,
    cancel: async () => undefined,
  },
}
