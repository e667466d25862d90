/** All that is said in zh-TW. Evaluated when the client is built: the other languages stay out of it. */
import { allTexts, inLanguage } from './parts.ts'
import titles from './zh-TW.json' with { type: 'json' }

export default { ...titles, ...inLanguage('zh-TW', allTexts) }
