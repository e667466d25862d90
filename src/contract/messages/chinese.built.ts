/** zh-CN messages beside the definitions. Evaluated at build time, which excludes other languages. */
import { messagesFor } from './parts.ts'

export default messagesFor('zh-CN')
