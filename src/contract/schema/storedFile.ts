/** Stored files: accepted types and sizes. */

export const maxFiles = 20

const mebibyte = 1024 * 1024

/** Upload kinds: accepted extensions and maximum bytes per file. */
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

/** Stored file metadata. The address is `/files/<id>`. */
export interface StoredFile {
  readonly id: string
  readonly name: string
  /** Media type, detected from the bytes. */
  readonly type: string
  readonly size: number
  /** Re-encoded by the server, hence safe to show inline. */
  readonly isImage: boolean
}

/** Upload path: multipart/form-data, one part `file`, bearer token. */
export const uploadPath = 'files/upload'

/** Endpoint of the rich-text editor (specification §7), by `action`. */
export const editorPath = 'Home/UE'

/** Maximum remote images per capture call. */
export const maxCaptured = 10

/** Address of a stored file. Authorized by the cookie set on sign-in. */
export const fileAddress = (id: string): string => `/files/${id}`

const idPattern = /^[0-9a-f]{32}$/

export function isFileId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value)
}
