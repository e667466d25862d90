/** Printed sheet of a record. */
export interface PaperLayout {
  /** Lines to sign on, as `paper.<name>`; a document's are common to all. */
  readonly signatures?: readonly string[]
  readonly omitted?: readonly string[]
  /** Addressee, with the fields of its address and contact. */
  readonly partner?: string
  readonly address?: readonly string[]
  readonly contact?: readonly string[]
  /** References of which a line has one: printed in one column. */
  readonly item?: readonly [string, string]
}
