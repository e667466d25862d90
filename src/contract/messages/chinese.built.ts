/** What is said in zh-CN beside the definitions. Evaluated when the client is built: the other languages stay out of it. */
import { messagesFor } from './parts.ts'

export default messagesFor('zh-CN')
