/** What is said in zh-CN only after signing in. Evaluated when the client is built, like the rest of zh-CN. */
import { inLanguage, laterTexts } from './parts.ts'

export default inLanguage('zh-CN', laterTexts)
