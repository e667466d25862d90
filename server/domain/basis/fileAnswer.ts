/** An answer that is a file: sent as it is, not in the envelope. */
export class FileAnswer {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
  constructor(name: string, contentType: string, bytes: Uint8Array) {
    this.name = name
    this.contentType = contentType
    this.bytes = bytes
  }
}
