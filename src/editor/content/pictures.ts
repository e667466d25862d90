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

interface PicturePosition {
  readonly node: Node
  readonly source: string
  readonly at: number
}

function picturePositions(doc: Node): readonly PicturePosition[] {
  const places: PicturePosition[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'comingPicture') places.push({ node, source: String(node.attrs.source), at })
  })
  return places
}

interface Asking {
  view(): EditorView | null
  onSettled(): void
  onLeft(count: number): void
}

export class ComingPictures {
  readonly #asking: Asking
  /** By address: stored file, null if unavailable, undefined while pending. */
  readonly #found = new Map<string, StoredFile | null | undefined>()
  readonly #underway = new Map<AbortController, readonly string[]>()
  readonly #unplaced = new Set<string>()
  #lost = 0
  #settling: Promise<void> | undefined

  constructor(asking: Asking) {
    this.#asking = asking
  }

  /** Unavailable pictures of the paste, reported together with failures. */
  lose(count: number): void {
    this.#lost += count
    queueMicrotask(() => this.#say())
  }

  /** Requests new placeholders and aborts removed ones; saving waits for them. */
  look(doc: Node): void {
    const sources = new Set(picturePositions(doc).map(({ source }) => source))
    for (const [control, coming] of this.#underway) if (!coming.some(source => sources.has(source))) control.abort()
    const unknown = [...sources].filter(source => !this.#found.has(source))
    const asked = unknown.slice(0, maxPictures)
    for (const source of asked) this.#found.set(source, undefined)
    this.#refuse(unknown.slice(maxPictures))
    if (asked.length > 0) void untilEntered(this.#fetch(asked))
    // Placeholders restored by undo already have a result.
    if ([...sources].some(source => this.#found.get(source) !== undefined)) queueMicrotask(() => void this.settle())
  }

  /** Placeholders vanished without user action: text replaced or editor unmounted. */
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
    if (this.#lost === 0 || this.#underway.size > 0) return
    this.#asking.onLeft(this.#lost)
    this.#lost = 0
  }

  async #fetch(sources: readonly string[]): Promise<void> {
    const control = new AbortController()
    this.#underway.set(control, sources)
    for (let from = 0; from < sources.length && !control.signal.aborted; from += maxCaptured)
      await this.#fetchSome(sources.slice(from, from + maxCaptured), control.signal)
    this.#underway.delete(control)
    // Aborted fetches may be requested again.
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
    // Backwards, so earlier positions stay valid.
    for (const { node, source, at } of picturePositions(view.state.doc).toReversed()) {
      const found = this.#found.get(source)
      if (found === undefined) continue
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
