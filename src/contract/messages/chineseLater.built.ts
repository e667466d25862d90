/** What is said in zh-CN only after signing in. Evaluated when the client is built, like the rest of zh-CN. */
import { deferredMessages, messagesFor } from './parts.ts'

export default messagesFor('zh-CN', deferredMessages)
