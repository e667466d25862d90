/** External pictures of pasted text, fetched by the server. No React. */
import type { Node } from '@milkdown/kit/prose/model'
import type { EditorView } from '@milkdown/kit/prose/view'
import { fileAddress, maxCaptured, type StoredFile } from '#contract/schema/storedFile.ts'
import { untilEntered } from '../../commands/core/pendingEdit.ts'
import { CallError } from '../../data/api/transport.ts'
import { reportError } from '../../data/errors.ts'
import { capture } from '../../data/records/upload.ts'

/** Concurrent picture limit per text, bounding the wait on save. */
const maxPictures = 5 * maxCaptured

/** Polling interval in ms during IME composition. */
const composing = 100

function picturePositions(doc: Node) {
  const found: { readonly node: Node; readonly source: string; readonly at: number }[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'comingPicture') found.push({ node, source: String(node.attrs.source), at })
  })
  return found
}

interface Asking {
  view(): EditorView | null
  onSettled(): void
  onLeft(count: number): void
}

export class ComingPictures {
  readonly #asking: Asking
  /** Pictures by address: stored file, null if unavailable, a pending fetch. */
  readonly #found = new Map<string, StoredFile | null | AbortController>()
  readonly #unplaced = new Set<string>()
  #lost = 0
  #settling: Promise<void> | undefined

  constructor(asking: Asking) {
    this.#asking = asking
  }

  #isPending(source: string): boolean {
    return this.#found.get(source) instanceof AbortController
  }

  /** Unavailable pictures of the paste, reported together with failures. */
  lose(count: number): void {
    this.#lost += count
    queueMicrotask(() => this.#say())
  }

  /** Requests new placeholders and aborts removed ones; saving waits for them. */
  look(doc: Node): void {
    const sources = [...new Set(picturePositions(doc).map(({ source }) => source))]
    const wanted = new Set(sources.map(source => this.#found.get(source)))
    for (const fetching of this.#found.values())
      if (fetching instanceof AbortController && !wanted.has(fetching)) fetching.abort()
    const unknown = sources.filter(source => !this.#found.has(source))
    this.#refuse(unknown.slice(maxPictures))
    if (unknown.length > 0) void untilEntered(this.#fetch(unknown.slice(0, maxPictures)))
    // Placeholders restored by undo already have a result.
    if (sources.some(source => !this.#isPending(source))) queueMicrotask(() => void this.settle())
  }

  abandon(): void {
    this.#lost += this.#unplaced.size
    this.#unplaced.clear()
    for (const [source, fetching] of this.#found) {
      if (!(fetching instanceof AbortController)) continue
      fetching.abort()
      this.#found.delete(source)
      this.#lost += 1
    }
    this.#say()
  }

  /** Fills or removes settled placeholders, outside the undo history. */
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
    if (this.#lost === 0 || [...this.#found.keys()].some(source => this.#isPending(source))) return
    this.#asking.onLeft(this.#lost)
    this.#lost = 0
  }

  async #fetch(sources: readonly string[]): Promise<void> {
    const control = new AbortController()
    for (const source of sources) this.#found.set(source, control)
    for (let from = 0; from < sources.length && !control.signal.aborted; from += maxCaptured)
      await this.#fetchSome(sources.slice(from, from + maxCaptured), control.signal)
    for (const source of sources) if (this.#found.get(source) === control) this.#found.delete(source)
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
    // Backwards, so earlier positions stay valid.
    for (const { node, source, at } of picturePositions(view.state.doc).toReversed()) {
      const found = this.#found.get(source)
      if (found === undefined || found instanceof AbortController) continue
      const { source: _from, ...attributes } = node.attrs
      const image = found && schema.nodes.image?.create({ ...attributes, src: fileAddress(found.id) }, null, node.marks)
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
