/** Answers of uploads and of the editor's endpoint. */
import * as answer from '../schema/answerShape.ts'
import { editorPath, type StoredFile, type UploadKind, uploadPath } from '../schema/storedFile.ts'

const stored = {
  id: answer.string,
  name: answer.string,
  type: answer.string,
  size: answer.whole,
  isImage: answer.boolean,
}

const storedFileShape: answer.Shape<StoredFile> = answer.object(stored)

/** Result for an external picture: stored, or left in place. */
type Captured = { readonly source: string } & (StoredFile | { readonly id?: undefined })

export const fileUpload = { path: uploadPath, method: 'POST', returns: storedFileShape } as const

export const editorUpload = { path: editorPath, method: 'POST', returns: storedFileShape } as const

export const pictureCapture = {
  path: editorPath,
  method: 'POST',
  returns: answer.listOf(answer.json<Captured>()),
} as const

export const editorConfiguration = {
  path: editorPath,
  method: 'GET',
  returns: answer.byName(answer.json<string>()) as answer.Shape<
    Readonly<Record<`${UploadKind | 'catcher'}ActionName`, string>>
  >,
} as const
