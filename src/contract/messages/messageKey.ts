/** Keys of messages outside of the definitions: each other language has to have them. */

import type chineseDeferred from './zh-CN.deferred.ts'
import type chinese from './zh-CN.ts'

export type MessageKey = keyof typeof chinese | keyof typeof chineseDeferred
