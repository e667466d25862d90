/** All that is said in en-US. Evaluated when the client is built: the other languages stay out of it. */

import titles from './en-US.json' with { type: 'json' }
import { allTexts, inLanguage } from './parts.ts'

export default { ...titles, ...inLanguage('en-US', allTexts) }
