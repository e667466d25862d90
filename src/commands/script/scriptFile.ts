/** A recording as a file that `npm run script` runs. */
import { text } from '../../data/api/messages.ts'
import { sessionAtom } from '../../data/session/session.ts'
import { store } from '../../data/store.ts'
import type { Step } from '../recorder/recorder.ts'

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** `2026-11-21-1755.lotline.ts`, by the clock of this machine. */
export function nameOfScript(at: Date): string {
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
  return `${day}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}.lotline.ts`
}

/** The steps as TypeScript: data that can be read and changed, and one line that runs them. */
export function scriptOf(steps: readonly Step[], name: string): string {
  const { name: by = '' } = store.get(sessionAtom) ?? {}
  // A comment ends with its line, so nothing that stands in a name may begin another.
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
