/** Recording as a script file for `npm run script`. */
import { text } from '../../data/api/messages.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { store } from '../../data/store.ts'
import type { RecordedStep } from '../recorder/recorder.ts'

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** File name by local time: `2026-11-21-1755.lotline.ts`. */
export function nameOfScript(at: Date): string {
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
  return `${day}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}.lotline.ts`
}

/** TypeScript source: steps as editable data, and one line that runs them. */
export function scriptOf(steps: readonly RecordedStep[], name: string): string {
  const { name: by = '' } = store.get(sessionAtom) ?? {}
  // Injection guard: line breaks in a name would end the comment.
  const said = text('script.file', { by, name }).replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
  return [
    `// ${said}`,
    `export const steps = ${JSON.stringify(steps, null, 2)}`,
    '',
    'export default async ({ lotline }) => {',
    '  await lotline.replay(steps)',
    '}',
    '',
  ].join('\n')
}
