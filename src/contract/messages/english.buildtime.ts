/** en-US messages. Evaluated at build time, which excludes other languages. */

import titles from './en-US.json' with { type: 'json' }
import { allMessages, messagesFor } from './messageModules.ts'

export default { ...titles, ...messagesFor('en-US', allMessages) }
