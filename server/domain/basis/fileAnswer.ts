/** File response, sent without the JSON envelope. */
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
