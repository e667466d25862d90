/** Upload positions: files land at their original cursor across edits. No React. */
import type { EditorState, Transaction } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { Values } from '#contract/schema/field.ts'
import { runEditorCommand } from '../commands/editorText.ts'

interface Place {
  readonly state: EditorState
  at: number
}

interface Arrived {
  readonly name: string
  readonly args: Values
  readonly place: Place | undefined
}

export class Arrivals {
  readonly #coming = new Map<File, Place>()
  #arrived: readonly Arrived[] = []

  begin(file: File, view: EditorView | null): void {
    if (view) this.#coming.set(file, { state: view.state, at: view.state.selection.to })
  }

  follow(taken: readonly Transaction[]): void {
    const places = [...this.#coming.values(), ...this.#arrived.flatMap(({ place }) => place ?? [])]
    for (const place of places) place.at = taken.reduce((at, { mapping }) => mapping.map(at), place.at)
  }

  /** Queues a stored file for insertion by the named command. */
  arrive(file: File, name: string, args: Values): void {
    this.#arrived = [...this.#arrived, { name, args, place: this.#coming.get(file) }]
    this.#coming.delete(file)
  }

  /** Inserts stored files, replacing the selection only if unchanged. */
  putInto(view: EditorView): void {
    for (let [next] = this.#arrived; next; [next] = this.#arrived) {
      const { name, args, place } = next
      this.#arrived = this.#arrived.slice(1)
      const { doc, selection } = view.state
      const isAsThen = !place || (place.state.doc === doc && place.state.selection.eq(selection))
      runEditorCommand(view, name, isAsThen ? args : { ...args, at: place.at })
    }
  }
}
