/** Call of a command: notifications offer some, results carry their inverse. */

/** Arguments of any command; a definition types its own by its fields. */
export type Arguments = Readonly<Record<string, unknown>>

export interface Invocation {
  readonly id: string
  readonly args?: Arguments
}
