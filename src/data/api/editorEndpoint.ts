/** Endpoint of the editor: its configuration names what uploads and captures call (specification §7). */
import { timeLimits } from '../../contract/schema/richTextFigures.ts'
import { editorPath, type UploadKind } from '../../contract/schema/storedFile.ts'
import { CallError, call } from './api.ts'
import { text } from './messages.ts'

type Configuration = Readonly<Record<`${UploadKind | 'catcher'}ActionName`, string>>

let configuration: Promise<Configuration> | undefined

async function fetchConfiguration(): Promise<Configuration> {
  const control = new AbortController()
  const limit = setTimeout(() => control.abort(), timeLimits.call)
  try {
    return await call<Configuration>(editorPath, { action: 'config' }, { method: 'GET', signal: control.signal })
  } catch (error) {
    configuration = undefined
    // Nobody gave it up: it is told like any server that does not answer.
    throw control.signal.aborted ? new CallError(503, text('call.unreachable'), null, 0, false) : error
  } finally {
    clearTimeout(limit)
  }
}

/**
 * Action of the endpoint for a kind of upload, or for pictures of other sites; the configuration is fetched once.
 * @throws CallError when it was refused, or not answered within 5000 ms
 */
export async function editorAction(of: UploadKind | 'catcher'): Promise<string> {
  configuration ??= fetchConfiguration()
  return (await configuration)[`${of}ActionName`]
}
