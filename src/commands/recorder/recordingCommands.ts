/** Manual recording: start, stop, and download as a script file. */

import { sessionAtom } from '../../data/api/credentials.ts'
import { text } from '../../data/language.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Command, Result, Surface } from '../core/command.ts'
import { offerDownload } from '../core/downloads.ts'
import type { RecordedStep } from './recorder.ts'
import { ownRecordingAtom, startRecording } from './recording.ts'

const words = ['宏', '巨集', 'macro', 'script', '脚本', '腳本', '自动化']

function begin(): Result {
  store.set(ownRecordingAtom, startRecording())
  return { status: 'ok', message: 'script.recording' }
}

/** Stops it; users get the file, scripts the steps. */
function end(surface: Surface): Result {
  const recording = store.get(ownRecordingAtom)
  if (!recording) return { status: 'denied', reason: 'when', message: 'reason.notRecording' }
  store.set(ownRecordingAtom, null)
  const steps = recording.stop()
  if (steps.length === 0) return { status: 'ok', message: 'script.nothingRecorded' }
  const name = nameOfScript(new Date())
  if (surface !== 'script') offerDownload(name, new Blob([scriptOf(steps, name)], { type: 'text/plain' }))
  return { status: 'ok', data: { name, steps }, message: 'script.recorded', values: { name, count: steps.length } }
}

export const recordingCommands: readonly Command[] = [
  builtin('script.record', 'app', [], {
    icon: 'scroll-text',
    keywords: words,
    run: async (_args, { surface }) => (store.get(ownRecordingAtom) ? end(surface) : begin()),
  }),
  builtin('script.stop', 'app', [], {
    icon: 'circle-x',
    keywords: words,
    disabledReason: () => (store.get(ownRecordingAtom) ? undefined : 'reason.notRecording'),
    run: async (_args, { surface }) => end(surface),
  }),
]

// Recording as a script file for `npm run script`.

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** File name by local time: `2026-11-21-1755.lotline.ts`. */
function nameOfScript(at: Date): string {
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
  return `${day}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}.lotline.ts`
}

function scriptOf(steps: readonly RecordedStep[], name: string): string {
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
