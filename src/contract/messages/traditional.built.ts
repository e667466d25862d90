/** All that is said in zh-TW. Evaluated when the client is built: the other languages stay out of it. */
import { allMessages, messagesFor } from './parts.ts'
import titles from './zh-TW.json' with { type: 'json' }

export default { ...titles, ...messagesFor('zh-TW', allMessages) }
