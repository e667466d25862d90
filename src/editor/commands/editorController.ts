/** Mounted editor without React: text, source, draft, uploads. */
import { defaultValueCtx, Editor, EditorStatus, editorViewCtx, editorViewOptionsCtx, rootCtx } from '@milkdown/kit/core'
import type { Ctx } from '@milkdown/kit/ctx'
import { type EditorState, Plugin, Selection, type Transaction } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { atom } from 'jotai'
import type { Values } from '#contract/schema/field.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'
import { words } from '#contract/schema/richTextFigures.ts'
import type { Result } from '../../commands/core/command.ts'
import { setContext } from '../../commands/core/context.ts'
import { whileEditing } from '../../commands/core/pendingEdit.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import { store, storeLocal } from '../../data/store.ts'
import { docOf, htmlOf } from '../content/html.ts'
import { configureMarkdown, htmlOfMarkdown, markdownOf } from '../content/markdown.ts'
import { lostPictures, tidyPasted } from '../content/paste.ts'
import { ComingPictures } from '../content/pictures.ts'
import { plugins } from '../content/plugins.ts'
import { sanitisedBody } from '../content/sanitised.ts'
import { editorCommands } from './commands.ts'

export interface EditorProps {
  readonly id: string
  readonly value: string
  readonly title: string
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly takesFocus?: boolean | undefined
  readonly isBrief?: boolean | undefined
  onChange(html: string): void
}

interface Shown {
  /** State at the cursor, by command. */
  readonly standing: Readonly<Record<string, unknown>>
  readonly count: number
  readonly changes: number
  readonly source: string | null
  readonly isReady: boolean
}

/** File on its way, to where the cursor was at the start. */
interface Arrival {
  readonly begun: EditorState | undefined
  at: number
  stored?: { readonly name: string; readonly args: Values }
}

export const denied = (message: string): Result => ({ status: 'denied', reason: 'when', message })

const filesIn = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])]

/** Files only, such as screenshots; spreadsheets add pictures of themselves to text. */
const isOnlyFiles = (data: DataTransfer | null) =>
  filesIn(data).length > 0 && plainTextOf(data?.getData('text/html') ?? '') === ''

const rewritten = 'rewritten'

/** Overlays: focus inside still targets the editor below. */
const over = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Commands go to the editor focused last, otherwise to the latest one. */
const editors = storeLocal(() => ({ mounted: [] as EditorController[], active: null as EditorController | null }))

type Described = Pick<EditorProps, 'id' | 'invalid' | 'describedBy'>

const attributesOf = ({ id, invalid, describedBy }: Described): Record<string, string> => ({
  'aria-labelledby': `${id}-label`,
  'aria-multiline': 'true',
  'data-rich-text': '',
  ...(invalid && { 'aria-invalid': 'true' }),
  ...(describedBy && { 'aria-describedby': describedBy }),
  id,
})

function standingOf(state: EditorState): Readonly<Record<string, unknown>> {
  const values = Object.entries(editorCommands).flatMap(([name, { current }]) =>
    current ? [[name, current(state)] as const] : [],
  )
  return { ...Object.fromEntries(values), inTable: isInTable(state) }
}

export class EditorController {
  readonly shownAtom = atom<Shown>({ standing: {}, count: 0, changes: 0, source: null, isReady: false })
  /** Those of the latest render. */
  props: EditorProps
  onFiles: (files: readonly File[]) => void = () => undefined
  view: EditorView | null = null
  #ctx: Ctx | undefined
  /** Text known to the form. */
  #emitted = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #endEditing: (() => void) | undefined
  /** Untouched text stays as stored, even if it would serialize differently. */
  #isTouched = false
  readonly #arrivals = new Map<File, Arrival>()
  readonly #pictures = new ComingPictures({
    view: () => this.#writable,
    onSettled: () => this.flush(),
    onLeft: count => notify({ kind: 'warning', text: () => text('editor.picturesLeft', { count }) }),
  })

  constructor(props: EditorProps) {
    this.props = props
  }

  get source(): string | null {
    return store.get(this.shownAtom).source
  }

  get isMeant(): boolean {
    const { mounted, active } = editors()
    return (active ?? mounted.at(-1)) === this
  }

  get #writable(): EditorView | null {
    return this.source === null ? this.view : null
  }

  #show(shown: Partial<Shown>): void {
    store.set(this.shownAtom, before => ({ ...before, ...shown }))
  }

  create(root: HTMLElement): Editor {
    const { value } = this.props
    const following = $prose(
      () =>
        new Plugin({
          view: () => ({ update: ({ state }, before) => this.#follow(state, !before.doc.eq(state.doc)) }),
        }),
    )
    const editor = Editor.make()
      .config(ctx => {
        ctx.set(rootCtx, root)
        ctx.set(defaultValueCtx, { type: 'html', dom: sanitisedBody(value) })
        ctx.update(editorViewOptionsCtx, before => ({ ...before, ...this.#viewOptions() }))
        configureMarkdown(ctx)
      })
      .use([...plugins, following])
    return editor.onStatusChange(status => {
      if (status !== EditorStatus.Created) return
      this.#ctx = editor.ctx
      this.view = editor.ctx.get(editorViewCtx)
      this.#emitted = value
      this.#show({ count: plainTextOf(this.html()).length, isReady: true })
      this.#resume()
    })
  }

  #viewOptions() {
    const controller = this
    return {
      attributes: attributesOf(this.props),
      dispatchTransaction(this: EditorView, step: Transaction) {
        const { state, transactions } = this.state.applyTransaction(step)
        controller.#followSteps(transactions)
        this.updateState(state)
      },
      transformPastedHTML: tidyPasted,
      handlePaste: (_view: EditorView, { clipboardData }: ClipboardEvent) => {
        if (isOnlyFiles(clipboardData)) {
          this.onFiles(filesIn(clipboardData))
          return true
        }
        this.#pictures.lose(lostPictures(clipboardData?.getData('text/html') ?? ''))
        return false
      },
      handleDrop: (_view: EditorView, event: DragEvent) => {
        const files = filesIn(event.dataTransfer)
        if (files.length === 0) return false
        this.onFiles(files)
        event.preventDefault()
        return true
      },
      handleDOMEvents: {
        focus: () => {
          editors().active = this
          setContext({ focus: 'richtext', gridMode: 'none' })
        },
        blur: () => this.flush(),
      },
    }
  }

  /** Takes part in the choice of the active editor; returns its end. */
  enter(frame: HTMLElement): () => void {
    editors().mounted.push(this)
    const leave = () => {
      if (editors().active === this) editors().active = null
    }
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      if (frame.contains(target)) editors().active = this
      else if (!target.closest(over)) leave()
    }
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('focusin', follow)
      editors().mounted.splice(editors().mounted.indexOf(this), 1)
      leave()
      this.flush()
      this.#pictures.abandon()
      this.view = null
    }
  }

  describe(described: Described): void {
    this.view?.setProps({ attributes: attributesOf(described) })
  }

  /** Takes over a value changed elsewhere or undone, unless equivalent. */
  receive(value: string): void {
    const { view, source } = this
    if (!view || view.isDestroyed || value === this.#emitted) return
    this.#emitted = value
    const isSourceTyped = source !== null && this.#isTouched
    if (htmlOf(docOf(value, view.state.schema)) !== htmlOf(view.state.doc)) {
      this.#write(value, false)
      this.#isTouched = isSourceTyped
    }
    if (source !== null && !isSourceTyped) this.#show({ source: htmlOf(view.state.doc) })
  }

  #follow(state: EditorState, isChanged: boolean): void {
    const next = standingOf(state)
    const { standing } = store.get(this.shownAtom)
    if (Object.entries(next).some(([name, value]) => standing[name] !== value)) this.#show({ standing: next })
    if (!isChanged) return
    this.#touch()
    this.#pictures.look(state.doc)
  }

  #followSteps(taken: readonly Transaction[]): void {
    for (const arrival of this.#arrivals.values())
      arrival.at = taken.reduce((at, { mapping }) => mapping.map(at), arrival.at)
    if (taken.some(step => step.getMeta(rewritten))) this.#pictures.abandon()
  }

  #touch(): void {
    this.#isTouched = true
    this.#endEditing ??= whileEditing(() => this.flush())
    this.#timer ??= setTimeout(() => this.flush(), words.countedAfter)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#endEditing?.()
    this.#endEditing = undefined
    if (!this.view || this.view.isDestroyed) return
    const html = this.html()
    this.#show({ count: plainTextOf(html).length })
    if (!this.#isTouched) return
    this.#isTouched = false
    if (html === this.#emitted) return
    this.#emitted = html
    this.props.onChange(html)
    this.#show({ changes: store.get(this.shownAtom).changes + 1 })
  }

  html(): string {
    const { view, source } = this
    return view ? htmlOf(source === null ? view.state.doc : docOf(source, view.state.schema)) : ''
  }

  toggleSource(): void {
    this.flush()
    const { view, source } = this
    if (!view) return
    const html = htmlOf(view.state.doc)
    if (source === null) this.#show({ source: html })
    else {
      // Applied as one step.
      if (source !== html) this.#write(source, true)
      this.#show({ source: null })
      this.flush()
      this.#resume()
    }
  }

  typeSource(source: string): void {
    this.#show({ source })
    this.#touch()
  }

  /** Replaces the text; undoable only as a user step. */
  #write(html: string, isStep: boolean): void {
    const { view } = this
    if (!view) return
    const { tr, doc, schema } = view.state
    const next = docOf(html, schema)
    if (next.eq(doc)) return
    tr.replaceWith(0, doc.content.size, next.content)
    tr.setSelection(Selection.atEnd(tr.doc)).setMeta(rewritten, true)
    view.dispatch(isStep ? tr : tr.setMeta('addToHistory', false))
  }

  read({ format }: Values): Result {
    this.flush()
    const html = this.html()
    return { status: 'ok', data: format === 'markdown' && this.#ctx ? markdownOf(html, this.#ctx) : html }
  }

  rewrite({ html, markdown }: Values): Result {
    if (!this.#ctx || !this.view) return denied('reason.notHere')
    if (this.source !== null) return denied('reason.inSource')
    if (typeof html !== 'string' && typeof markdown !== 'string')
      return { status: 'invalid', faults: { html: 'required' } }
    const given = typeof html === 'string' ? html : htmlOfMarkdown(String(markdown), this.#ctx)
    if (given === null) return { status: 'invalid', faults: { markdown: 'text' } }
    this.#write(given, true)
    this.flush()
    return { status: 'ok', data: this.html() }
  }

  run(name: string, args: Values): Result {
    const { view } = this
    const command = editorCommands[name]
    if (!view || !command) return denied('reason.notHere')
    const reason = command.reason?.(view.state)
    if (reason !== undefined) return denied(reason)
    const step = command.step(args, view.state)
    if (step === null) return { status: 'invalid', faults: { [Object.keys(args)[0] ?? 'value']: 'option' } }
    return step(view.state, view.dispatch, view) ? { status: 'ok' } : denied('reason.notHere')
  }

  begin(file: File): void {
    const state = this.view?.state
    this.#arrivals.set(file, { begun: state, at: state?.selection.to ?? 0 })
  }

  /** Inserts a stored file once the text is writable. */
  arrive(file: File, name: string, args: Values): void {
    this.#arrivals.set(file, { begun: undefined, at: 0, ...this.#arrivals.get(file), stored: { name, args } })
    this.#putArrived()
  }

  #resume(): void {
    this.#putArrived()
    void this.#pictures.settle()
  }

  /** Replaces the selection only if nothing changed; waits during IME composition. */
  #putArrived(): void {
    const view = this.#writable
    if (!view) return
    if (view.composing) return void setTimeout(() => this.#putArrived(), 100)
    for (const [file, { begun, at, stored }] of this.#arrivals) {
      if (!stored) continue
      this.#arrivals.delete(file)
      const { doc, selection } = view.state
      const isAsThen = !begun || (begun.doc === doc && begun.selection.eq(selection))
      this.run(stored.name, isAsThen ? stored.args : { ...stored.args, at })
    }
    this.flush()
  }
}
