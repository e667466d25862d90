/** zh-CN messages beside the definitions, evaluated at build time. */
import { messagesFor } from './messageModules.ts'

export default messagesFor('zh-CN')
