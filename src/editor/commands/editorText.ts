/** Editor content: read, replace, edit while mounted. No React. */
import { defaultValueCtx, Editor, editorViewCtx, editorViewOptionsCtx, rootCtx, schemaCtx } from '@milkdown/kit/core'
import { type EditorState, Plugin, Selection, type Transaction } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import type { Values } from '#contract/schema/field.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'
import type { Result } from '../../commands/core/command.ts'
import { docOf, htmlOf } from '../content/html.ts'
import { tidyPasted } from '../content/paste.ts'
import { lostPictures } from '../content/pastedPictures.ts'
import { plugins } from '../content/plugins.ts'
import { sanitisedBody } from '../content/sanitised.ts'
import { editorCommands } from './commands.ts'

/** Accessibility attributes of the editable element. */
export type Attributes = Readonly<Record<string, string>>

export interface Listening {
  readonly value: string
  readonly attributes: Attributes
  onState(view: EditorView, isChanged: boolean): void
  /** Steps applied, appended ones included. */
  onSteps(taken: readonly Transaction[]): void
  onFocus(): void
  onBlur(): void
  /** Pasted or dropped files; true when handled. */
  onFiles(files: readonly File[]): boolean
  onPicturesLeft(count: number): void
}

const filesIn = (data: DataTransfer | null): readonly File[] => [...(data?.files ?? [])]

/** Files only, such as screenshots; spreadsheets add pictures of themselves to text. */
const isOnlyFiles = (data: DataTransfer | null) =>
  filesIn(data).length > 0 && plainTextOf(data?.getData('text/html') ?? '') === ''

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

export const rewritten = 'rewritten'

/** Replaces the text; undoable only as a user step. */
export function writeText(view: EditorView, html: string, isStep: boolean): void {
  const { tr, doc, schema } = view.state
  const next = docOf(html, schema)
  if (next.eq(doc)) return
  tr.replaceWith(0, doc.content.size, next.content)
  tr.setSelection(Selection.atEnd(tr.doc)).setMeta(rewritten, true)
  view.dispatch(isStep ? tr : tr.setMeta('addToHistory', false))
}

/** Round-trip form of a text. */
export const settledText = (editor: Editor, html: string): string => htmlOf(docOf(html, editor.ctx.get(schemaCtx)))

const refused = (message = 'reason.notHere'): Result => ({ status: 'denied', reason: 'when', message })

export function runEditorCommand(view: EditorView, name: string, args: Values): Result {
  const command = editorCommands[name]
  if (!command) return refused()
  const reason = command.reason?.(view.state)
  if (reason !== undefined) return refused(reason)
  const step = command.step(args, view.state)
  if (step === null) return { status: 'invalid', faults: { [Object.keys(args)[0] ?? 'value']: 'option' } }
  return step(view.state, view.dispatch, view) ? { status: 'ok' } : refused()
}

/** What holds at the cursor, by command. */
export function standingOf(state: EditorState): Readonly<Record<string, unknown>> {
  const values = Object.entries(editorCommands).flatMap(([name, { current }]) =>
    current ? [[name, current(state)] as const] : [],
  )
  return { ...Object.fromEntries(values), inTable: isInTable(state) }
}
