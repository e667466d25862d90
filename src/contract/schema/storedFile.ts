/** A stored file as client and server speak of it; which are taken, and how large. */

/** Files of one field. */
export const mostFiles = 20

const mebibyte = 1024 * 1024

/** Kinds of upload, each with the endings it takes and the most bytes of one file. */
export const uploadKinds = {
  image: { extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp'], bytes: 10 * mebibyte },
  video: { extensions: ['mp4', 'webm'], bytes: 100 * mebibyte },
  file: {
    extensions: [
      'png',
      'jpg',
      'jpeg',
      'gif',
      'webp',
      'mp4',
      'webm',
      'pdf',
      'doc',
      'docx',
      'xls',
      'xlsx',
      'ppt',
      'pptx',
      'txt',
      'csv',
      'zip',
    ],
    bytes: 50 * mebibyte,
  },
} as const
export type UploadKind = keyof typeof uploadKinds

/** What is told of a stored file. Its address is `/files/<id>`. */
export interface StoredFile {
  readonly id: string
  /** As it was called where it came from. */
  readonly name: string
  /** Media type, found out from the bytes. */
  readonly type: string
  readonly size: number
  /** Decoded and encoded anew by the server, so a browser may show it in place. */
  readonly isImage: boolean
}

/**
 * Where files of records are uploaded: `POST`, multipart/form-data, one part `file`, the bearer token of the session. The
 * answer is the usual envelope with a `StoredFile` as its data.
 */
export const uploadPath = 'files/upload'

/** The endpoint of the editor of formatted text (specification §7), with what is asked of it as `action`. */
export const editorPath = 'Home/UE'

/** Pictures of other places that one call of the editor fetches at most. */
export const mostCaptured = 10

/** The address of a stored file. A browser shows its cookie for it, which signing in sets. */
export const fileAddress = (id: string): string => `/files/${id}`

const idPattern = /^[0-9a-f]{32}$/

/** Is this the id of a stored file, by its form? */
export function isFileId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value)
}
