/** Pictures of other sites in a pasted text: fetched by the server, and put in their places when they are stored. No React. */
import type { Node } from '@milkdown/kit/prose/model'
import type { EditorView } from '@milkdown/kit/prose/view'
import { fileAddress, type StoredFile } from '../../../contract/schema/storedFile.ts'
import { capture } from '../../../data/upload.ts'
import { untilEntered } from '../editing.ts'

interface Place {
  readonly node: Node
  readonly at: number
}

function placesIn(doc: Node): readonly Place[] {
  const places: Place[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'comingPicture') places.push({ node, at })
  })
  return places
}

interface Asking {
  /** The text, while it can be written into. */
  view(): EditorView | null
  /** Has the editor been taken away? What comes then has no place any more. */
  isGone(): boolean
  /** So many could not be fetched. */
  onLeft(count: number): void
}

export class ComingPictures {
  readonly #asking: Asking
  /** By address: null where none came, undefined while it is on its way. */
  readonly #found = new Map<string, StoredFile | null | undefined>()

  constructor(asking: Asking) {
    this.#asking = asking
  }

  /** Asks for those nobody has asked for yet. Saving waits for them. */
  look(doc: Node): void {
    const places = placesIn(doc)
    const sources = new Set(places.map(({ node }) => String(node.attrs.source)))
    // One that did not come is asked for again when it is pasted again.
    const unknown = [...sources].filter(source => !this.#found.has(source) || this.#found.get(source) === null)
    for (const source of unknown) this.#found.set(source, undefined)
    if (unknown.length > 0) void untilEntered(this.#fetch(unknown))
    // What was taken back and is there again has its answer already.
    else if (places.length > 0) queueMicrotask(() => this.settle())
  }

  async #fetch(sources: readonly string[]): Promise<void> {
    const stored = await capture(sources).catch(() => new Map<string, StoredFile>())
    for (const source of sources) this.#found.set(source, stored.get(source) ?? null)
    const left = sources.length - (this.#asking.isGone() ? 0 : stored.size)
    if (left > 0) this.#asking.onLeft(left)
    this.settle()
  }

  /** Puts in those that are there, and takes away the places of those that will not come. Taking back goes past it. */
  settle(): void {
    const view = this.#asking.view()
    if (!view) return
    if (view.composing) return void setTimeout(() => this.settle(), 100)
    const { tr, schema } = view.state
    // From the end, so that the places before it stay where they are.
    for (const { node, at } of placesIn(view.state.doc).toReversed()) {
      const found = this.#found.get(String(node.attrs.source))
      if (found === undefined) continue
      const image = found && schema.nodes.image?.create({ src: fileAddress(found.id), alt: node.attrs.alt })
      if (image) tr.replaceWith(at, at + node.nodeSize, image)
      else tr.delete(at, at + node.nodeSize)
    }
    if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
  }
}
