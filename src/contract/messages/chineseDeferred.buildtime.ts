/** zh-CN messages needed after sign-in only. Evaluated at build time. */
import { deferredMessages, messagesFor } from './messageModules.ts'

export default messagesFor('zh-CN', deferredMessages)
