/** Answers beyond enveloped data. */

/** Raw body for clients without envelope support. */
export class BareAnswer {
  readonly body: unknown
  constructor(body: unknown) {
    this.body = body
  }
}

/** Enveloped data with a cookie token; null clears the cookie. */
export class TokenAnswer {
  readonly data: unknown
  readonly filesToken: string | null
  constructor(data: unknown, filesToken: string | null) {
    this.data = data
    this.filesToken = filesToken
  }
}
