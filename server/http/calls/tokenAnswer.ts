/** Answers that are more than data in the envelope. */

/** Sent as it is, for clients that know no envelope. */
export class BareAnswer {
  readonly body: unknown
  constructor(body: unknown) {
    this.body = body
  }
}

/** Data in the envelope, with a token that only the browser keeps; null takes away the one it has. */
export class TokenAnswer {
  readonly data: unknown
  readonly filesToken: string | null
  constructor(data: unknown, filesToken: string | null) {
    this.data = data
    this.filesToken = filesToken
  }
}
