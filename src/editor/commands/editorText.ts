/** The text in an editor: read, replaced and changed by steps, while it is on screen. No React. */
import { defaultValueCtx, Editor, editorViewCtx, editorViewOptionsCtx, rootCtx, schemaCtx } from '@milkdown/kit/core'
import { type EditorState, Plugin, Selection, type Transaction } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import type { Result } from '../../commands/core/command.ts'
import type { Values } from '../../contract/schema/field.ts'
import { plainTextOf } from '../../contract/schema/plainText.ts'
import { docOf, htmlOf } from '../content/html.ts'
import { tidyPasted } from '../content/paste.ts'
import { lostPictures } from '../content/pastedPictures.ts'
import { plugins } from '../content/plugins.ts'
import { sanitisedBody } from '../content/sanitised.ts'
import type { Deed } from './command.ts'
import { deeds } from './commands.ts'

/** What is said of the text for whoever does not see it. */
export type Attributes = Readonly<Record<string, string>>

export interface Listening {
  readonly value: string
  readonly attributes: Attributes
  /** Something was typed or chosen; `isChanged` where the text is another one. */
  onState(view: EditorView, isChanged: boolean): void
  /** Steps were taken, those that follow from others included. */
  onSteps(taken: readonly Transaction[]): void
  onFocus(): void
  onBlur(): void
  /** Files came by the clipboard or were dropped; true when they are taken. */
  onFiles(files: readonly File[]): boolean
  /** So many pictures stood in what was pasted that nobody can fetch. */
  onPicturesLeft(count: number): void
}

const filesIn = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])]

/** Is there nothing but files: a screenshot or a picture of a page, rather than a sheet that brings a picture of itself along? */
const isOnlyFiles = (data: DataTransfer | null) =>
  filesIn(data).length > 0 && plainTextOf(data?.getData('text/html') ?? '') === ''

/** An editor that is made ready to stand in this element. */
export function editorIn(root: HTMLElement, listening: Listening): Editor {
  const { value, attributes, onState, onSteps, onFocus, onBlur, onFiles, onPicturesLeft } = listening
  const following = $prose(
    () =>
      new Plugin({
        view: () => ({ update: (view, before) => onState(view, !before.doc.eq(view.state.doc)) }),
      }),
  )
  return Editor.make()
    .config(ctx => {
      ctx.set(rootCtx, root)
      ctx.set(defaultValueCtx, { type: 'html', dom: sanitisedBody(value) })
      ctx.update(editorViewOptionsCtx, before => ({
        ...before,
        attributes,
        dispatchTransaction(this: EditorView, step) {
          const { state, transactions } = this.state.applyTransaction(step)
          onSteps(transactions)
          this.updateState(state)
        },
        transformPastedHTML: tidyPasted,
        handlePaste: (_view, { clipboardData }) => {
          if (isOnlyFiles(clipboardData) && onFiles(filesIn(clipboardData))) return true
          const left = lostPictures(clipboardData?.getData('text/html') ?? '')
          if (left > 0) onPicturesLeft(left)
          return false
        },
        handleDrop: (_view, event) => {
          const files = filesIn(event.dataTransfer)
          if (files.length === 0 || !onFiles(files)) return false
          event.preventDefault()
          return true
        },
        handleDOMEvents: {
          focus: () => {
            onFocus()
            return false
          },
          blur: () => {
            onBlur()
            return false
          },
        },
      }))
    })
    .use([...plugins, following])
}

export const viewOf = (editor: Editor): EditorView => editor.ctx.get(editorViewCtx)

export const readText = ({ state }: EditorView): string => htmlOf(state.doc)

/** Said of a step that puts another text in place of the whole. */
export const rewritten = 'rewritten'

/** Another text in place of what stands there, with the cursor at its end. Unless a person did it, it cannot be taken back by steps. */
export function writeText(view: EditorView, html: string, isStep: boolean): void {
  const { tr, doc, schema } = view.state
  const next = docOf(html, schema)
  if (next.eq(doc)) return
  tr.replaceWith(0, doc.content.size, next.content)
  tr.setSelection(Selection.atEnd(tr.doc)).setMeta(rewritten, true)
  view.dispatch(isStep ? tr : tr.setMeta('addToHistory', false))
}

/** The text as it would come back from here. */
export const settledText = (editor: Editor, html: string): string => htmlOf(docOf(html, editor.ctx.get(schemaCtx)))

const refused = (message = 'reason.notHere'): Result => ({ status: 'denied', reason: 'when', message })

/** Does the deed of a command. */
export function doDeed(view: EditorView, name: string, args: Values): Result {
  const deed = deeds[name]
  if (!deed) return refused()
  const reason = deed.reason?.(view.state)
  if (reason !== undefined) return refused(reason)
  const step = deed.step(args, view.state)
  if (step === null) return { status: 'invalid', faults: { [Object.keys(args)[0] ?? 'value']: 'option' } }
  return step(view.state, view.dispatch, view) ? { status: 'ok' } : refused()
}

/** What is on where the cursor is, and what is chosen there: by the name of the command. */
export function standingOf(state: EditorState): Readonly<Record<string, unknown>> {
  const told = Object.entries(deeds).flatMap(([name, { isOn, value }]: [string, Deed]) => {
    if (value) return [[name, value(state)] as const]
    return isOn ? [[name, isOn(state)] as const] : []
  })
  return { ...Object.fromEntries(told), inTable: isInTable(state) }
}
