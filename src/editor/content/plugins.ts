/** Editor plugins: schema, typing behaviour, history. */
import { schemaCtx } from '@milkdown/kit/core'
import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import * as commonmark from '@milkdown/kit/preset/commonmark'
import { remarkGFMPlugin } from '@milkdown/kit/preset/gfm'
import { baseKeymap, chainCommands, exitCode } from '@milkdown/kit/prose/commands'
import { history } from '@milkdown/kit/prose/history'
import { keymap } from '@milkdown/kit/prose/keymap'
import { liftListItem, sinkListItem, splitListItem } from '@milkdown/kit/prose/schema-list'
import { type Command, Plugin } from '@milkdown/kit/prose/state'
import { goToNextCell, tableEditing } from '@milkdown/kit/prose/tables'
import { $prose } from '@milkdown/kit/utils'
import { tabSpaces, undoDepth } from '#contract/schema/richTextFigures.ts'
import { schema } from './schema.ts'

/** Non-collapsing spaces; plain ones in preformatted text. */
const tab: Command = ({ selection, tr }, dispatch) => {
  const isCode = selection.$from.parent.type.spec.code === true
  dispatch?.(tr.insertText((isCode ? ' ' : '\u00a0').repeat(tabSpaces)).scrollIntoView())
  return true
}

/** Structural typing keys, as in word processors. */
const typing = $prose(ctx => {
  const { list_item: item, hardbreak: line } = ctx.get(schemaCtx).nodes
  if (!item || !line) throw new Error('the schema of the editor is not whole')
  const lineBreak: Command = (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(line.create()).scrollIntoView())
    return true
  }
  return keymap({
    Enter: chainCommands(splitListItem(item), baseKeymap.Enter ?? exitCode),
    'Shift-Enter': chainCommands(exitCode, lineBreak),
    Tab: chainCommands(goToNextCell(1), sinkListItem(item), tab),
    'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(item)),
  })
})

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'])

/** Tab leaves untouched text, and any after Escape (WCAG 2.1.2). */
const leaving = $prose(() => {
  let isWriting = false
  const set = (now: boolean) => () => {
    isWriting = now
    return false
  }
  return new Plugin({
    props: {
      handleDOMEvents: {
        mousedown: set(true),
        blur: set(false),
        keydown: (_view, { key }) => {
          if (key === 'Tab') return !isWriting
          if (!modifiers.has(key)) isWriting = key !== 'Escape'
          return false
        },
      },
    },
  })
})

export const plugins: readonly MilkdownPlugin[] = [
  ...schema,
  commonmark.remarkAddOrderInListPlugin,
  commonmark.remarkInlineLinkPlugin,
  commonmark.remarkLineBreak,
  commonmark.remarkHtmlTransformer,
  remarkGFMPlugin,
  commonmark.wrapInBulletListInputRule,
  commonmark.wrapInOrderedListInputRule,
  commonmark.wrapInHeadingInputRule,
  $prose(() => history({ depth: undoDepth })),
  leaving,
  typing,
  $prose(() => tableEditing()),
].flat()
