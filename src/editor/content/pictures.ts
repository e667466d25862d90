/** Pictures of other sites in a pasted text: fetched by the server, and put in their places when they are stored. No React. */
import type { Node } from '@milkdown/kit/prose/model'
import type { EditorView } from '@milkdown/kit/prose/view'
import { untilEntered } from '../../commands/core/pendingEdit.ts'
import { fileAddress, mostCaptured, type StoredFile } from '../../contract/schema/storedFile.ts'
import { CallError } from '../../data/api/api.ts'
import { reportError } from '../../data/errors.ts'
import { capture } from '../../data/records/upload.ts'

/** Pictures that are on their way at once: more of one text would keep its saving waiting for too long. */
const mostPictures = 5 * mostCaptured

/** Milliseconds after which it is looked again whether a word is still being composed. */
const composing = 100

interface Place {
  readonly node: Node
  readonly source: string
  readonly at: number
}

function placesIn(doc: Node): readonly Place[] {
  const places: Place[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'comingPicture') places.push({ node, source: String(node.attrs.source), at })
  })
  return places
}

interface Asking {
  /** The text, while it can be written into. */
  view(): EditorView | null
  /** The text has them now. */
  onSettled(): void
  /** So many could not be fetched. */
  onLeft(count: number): void
}

export class ComingPictures {
  readonly #asking: Asking
  /** By address: what was stored, null where nothing can be had, undefined while it is on its way. */
  readonly #found = new Map<string, StoredFile | null | undefined>()
  readonly #underway = new Map<AbortController, readonly string[]>()
  /** Stored while the text could not be written into. */
  readonly #unplaced = new Set<string>()
  #lost = 0
  #settling: Promise<void> | undefined

  constructor(asking: Asking) {
    this.#asking = asking
  }

  /** So many of what is being pasted cannot be had at all: it is said together with those that turn out so. */
  lose(count: number): void {
    this.#lost += count
    queueMicrotask(() => this.#say())
  }

  /** The text is another one: asks for those nobody has asked for yet, and for none that are gone. Saving waits for them. */
  look(doc: Node): void {
    const sources = new Set(placesIn(doc).map(({ source }) => source))
    for (const [control, coming] of this.#underway) if (!coming.some(source => sources.has(source))) control.abort()
    const unknown = [...sources].filter(source => !this.#found.has(source))
    const asked = unknown.slice(0, mostPictures)
    for (const source of asked) this.#found.set(source, undefined)
    this.#refuse(unknown.slice(mostPictures))
    if (asked.length > 0) void untilEntered(this.#fetch(asked))
    // What was taken back and is there again has its answer already.
    if ([...sources].some(source => this.#found.get(source) !== undefined)) queueMicrotask(() => void this.settle())
  }

  /** The places are gone, and nobody took them away: there was another text in the meantime, or there is no editor any more. */
  abandon(): void {
    for (const [control, coming] of this.#underway) {
      this.#lost += coming.filter(source => this.#found.get(source) === undefined).length
      control.abort()
    }
    this.#underway.clear()
    this.#lost += this.#unplaced.size
    this.#unplaced.clear()
    this.#say()
  }

  /** Puts in those that are there, and takes away the places of those that will not come. Taking back goes past it. */
  settle(): Promise<void> {
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = undefined
    })
    return this.#settling
  }

  #refuse(sources: readonly string[]): void {
    for (const source of sources) this.#found.set(source, null)
    this.#lost += sources.length
  }

  #say(): void {
    if (this.#lost === 0 || this.#underway.size > 0) return
    this.#asking.onLeft(this.#lost)
    this.#lost = 0
  }

  async #fetch(sources: readonly string[]): Promise<void> {
    const control = new AbortController()
    this.#underway.set(control, sources)
    for (let from = 0; from < sources.length && !control.signal.aborted; from += mostCaptured)
      await this.#fetchSome(sources.slice(from, from + mostCaptured), control.signal)
    this.#underway.delete(control)
    // What was given up may be asked for again.
    for (const source of sources) if (this.#found.get(source) === undefined) this.#found.delete(source)
    this.#say()
  }

  async #fetchSome(sources: readonly string[], signal: AbortSignal): Promise<void> {
    try {
      const stored = await capture(sources, signal)
      for (const [source, file] of stored) {
        this.#found.set(source, file)
        this.#unplaced.add(source)
      }
      this.#refuse(sources.filter(source => !stored.has(source)))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof CallError)) reportError(error, 'pictures')
      this.#refuse(sources)
    }
    await this.settle()
  }

  async #settle(): Promise<void> {
    while (this.#asking.view()?.composing) await new Promise(resolve => setTimeout(resolve, composing))
    const view = this.#asking.view()
    if (!view) return
    const { tr, schema } = view.state
    // From the end, so that the places before it stay where they are.
    for (const { node, source, at } of placesIn(view.state.doc).toReversed()) {
      const found = this.#found.get(source)
      if (found === undefined) continue
      const { source: _from, ...told } = node.attrs
      const image = found && schema.nodes.image?.create({ ...told, src: fileAddress(found.id) }, null, node.marks)
      if (image) tr.replaceWith(at, at + node.nodeSize, image)
      else tr.delete(at, at + node.nodeSize)
    }
    this.#unplaced.clear()
    for (const [source, found] of this.#found) if (found === null) this.#found.delete(source)
    if (!tr.docChanged) return
    view.dispatch(tr.setMeta('addToHistory', false))
    this.#asking.onSettled()
  }
}
