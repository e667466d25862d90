/** All that is said in en-US. Evaluated when the client is built: the other languages stay out of it. */

import titles from './en-US.json' with { type: 'json' }
import { allMessages, messagesFor } from './parts.ts'

export default { ...titles, ...messagesFor('en-US', allMessages) }
