/** Upload calls: files of records, and the editor's endpoint (specification §7). */
import { AppError, invalid } from '#contract/schema/answer.ts'
import { integer, text, type Values } from '#contract/schema/field.ts'
import { editorPath, type UploadKind, uploadPath } from '#contract/schema/storedFile.ts'
import * as uploads from '#contract/system/uploads.ts'
import type { Context } from '../../db/connection/context.ts'
import { capture } from '../../domain/files/capture.ts'
import { editorConfig, ownFiles, uploaded } from '../../domain/files/editor.ts'
import { storeFile } from '../../domain/files/storeFile.ts'
import type { Upload } from '../../domain/files/uploading.ts'
import type { Route } from '../calls/route.ts'
import { BareAnswer } from '../calls/tokenAnswer.ts'

type Bringing = () => Promise<Upload>

const keep = async (context: Context, { file }: Values, kind: UploadKind) => {
  if (typeof file !== 'function') throw invalid({ file: 'required' })
  return storeFile(context, await (file as Bringing)(), kind)
}

const kindOf: Readonly<Record<string, UploadKind>> = { uploadimage: 'image', uploadvideo: 'video', uploadfile: 'file' }

function sourcesOf({ source, ...others }: Values): readonly unknown[] {
  return [source ?? others['source[]'] ?? []].flat()
}

async function write(context: Context, parameters: Values): Promise<BareAnswer> {
  const action = String(parameters.action)
  const kind = Object.hasOwn(kindOf, action) ? kindOf[action] : undefined
  if (kind) {
    const file = await keep(context, parameters, kind)
    return new BareAnswer({ status: 0, message: '', ...uploaded(file), data: file })
  }
  if (action !== 'catchimage') throw invalid({ action: 'option' })
  const list = await capture(context, sourcesOf(parameters))
  return new BareAnswer({ status: 0, message: '', state: 'SUCCESS', list, data: list })
}

async function read(context: Context, { action, start, size }: Values): Promise<BareAnswer> {
  if (action === 'config') return new BareAnswer({ ...editorConfig, status: 0, message: '', data: editorConfig })
  if (action !== 'listimage' && action !== 'listfile') throw new AppError('invalid', { action: 'option' })
  return new BareAnswer(await ownFiles(context, { start, size }, action === 'listimage'))
}

const action = text('action', { required: true, max: 20 })

/** Own transaction after the upload: none stays open for a slow line. */
const bringing = {
  method: 'POST',
  permissions: ['session'],
  writes: true,
  ownTransactions: true,
  multipart: true,
} as const

export const fileRoutes: readonly Route[] = [
  {
    ...bringing,
    path: uploadPath,
    purpose: 'Stores a file, which hangs on a record once that is saved with its id.',
    query: {},
    returns: uploads.fileUpload.returns.schema,
    handle: (context, parameters) => keep(context, parameters, 'file'),
  },
  {
    ...bringing,
    path: editorPath,
    purpose: 'Stores what the editor uploads (uploadimage, uploadvideo, uploadfile) or fetches (catchimage, source).',
    query: { action },
    returns: { anyOf: [uploads.editorUpload.returns.schema, uploads.pictureCapture.returns.schema] },
    handle: write,
  },
  {
    method: 'GET',
    path: editorPath,
    permissions: ['session'],
    writes: false,
    purpose: "The editor's configuration (config), or the caller's own files (listimage, listfile).",
    query: { action, start: integer('start'), size: integer('size') },
    // Lists of files come without an envelope, as the editor expects.
    returns: uploads.editorConfiguration.returns.schema,
    handle: read,
  },
]
