/** Editor endpoint: its configuration names the upload and capture actions (specification §7). */
import type { AnswerOf } from '#contract/schema/call.ts'
import { timeLimits } from '#contract/schema/richTextFigures.ts'
import type { UploadKind } from '#contract/schema/storedFile.ts'
import { editorConfiguration } from '#contract/system/uploads.ts'
import { text } from '../language.ts'
import { storeLocal } from '../store.ts'
import { requestAt } from './api.ts'
import { CallError } from './transport.ts'

type Configuration = AnswerOf<typeof editorConfiguration>

const endpoint = storeLocal(() => ({ configuration: undefined as Promise<Configuration> | undefined }))

async function fetchConfiguration(): Promise<Configuration> {
  const control = new AbortController()
  const limit = setTimeout(() => control.abort(), timeLimits.call)
  try {
    return await requestAt(
      editorConfiguration.path,
      editorConfiguration,
      { action: 'config' },
      { signal: control.signal },
    )
  } catch (error) {
    endpoint().configuration = undefined
    // Timeout, not a user abort: reported like an unreachable server.
    throw control.signal.aborted ? new CallError(503, text('call.unreachable'), null, 0, false) : error
  } finally {
    clearTimeout(limit)
  }
}

/**
 * Action for an upload kind or for external pictures; cached.
 * @throws CallError on refusal, or without an answer within 5000 ms
 */
export async function editorAction(of: UploadKind | 'catcher'): Promise<string> {
  const state = endpoint()
  state.configuration ??= fetchConfiguration()
  return (await state.configuration)[`${of}ActionName`]
}
