/** zh-TW messages. Evaluated at build time, which excludes other languages. */
import { allMessages, messagesFor } from './messageModules.ts'
import titles from './zh-TW.json' with { type: 'json' }

export default { ...titles, ...messagesFor('zh-TW', allMessages) }
