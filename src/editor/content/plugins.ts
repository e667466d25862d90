/** Editor plugins: schema in order, typing behaviour, history. */
import { schemaCtx } from '@milkdown/kit/core'
import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import {
  blockquoteAttr,
  bulletListAttr,
  codeBlockAttr,
  docSchema,
  emphasisAttr,
  emphasisSchema,
  hardbreakAttr,
  headingAttr,
  headingIdGenerator,
  hrAttr,
  hrSchema,
  htmlAttr,
  htmlSchema,
  imageAttr,
  inlineCodeAttr,
  inlineCodeSchema,
  linkAttr,
  listItemAttr,
  orderedListAttr,
  paragraphAttr,
  remarkAddOrderInListPlugin,
  remarkHtmlTransformer,
  remarkInlineLinkPlugin,
  remarkLineBreak,
  strongAttr,
  textSchema,
  wrapInBulletListInputRule,
  wrapInHeadingInputRule,
  wrapInOrderedListInputRule,
} from '@milkdown/kit/preset/commonmark'
import { remarkGFMPlugin, strikethroughAttr } from '@milkdown/kit/preset/gfm'
import { baseKeymap, chainCommands, exitCode } from '@milkdown/kit/prose/commands'
import { history } from '@milkdown/kit/prose/history'
import { keymap } from '@milkdown/kit/prose/keymap'
import { liftListItem, sinkListItem, splitListItem } from '@milkdown/kit/prose/schema-list'
import { type Command, Plugin } from '@milkdown/kit/prose/state'
import { goToNextCell, tableEditing } from '@milkdown/kit/prose/tables'
import { $nodeSchema, $prose } from '@milkdown/kit/utils'
import { tabSpaces, undoDepth } from '#contract/schema/richTextFigures.ts'
import { text } from '../../data/language.ts'
import {
  blockquote,
  bulletList,
  codeBlock,
  hardbreak,
  heading,
  listItem,
  orderedList,
  paragraph,
} from './blockElements.ts'
import {
  backgroundColour,
  fontColour,
  fontFamily,
  fontSize,
  link,
  strikethrough,
  strong,
  subscript,
  superscript,
  underline,
} from './marks.ts'
import { asHtml, attachment, image, pixelsOf, presentAttributes, video } from './media.ts'
import { isAbroad } from './pastedPictures.ts'
import { table, tableCell, tableHeader, tableRow } from './tables.ts'

/** Placeholder of a picture being fetched; never stored. */
const comingPicture = $nodeSchema('comingPicture', () => ({
  group: 'inline',
  inline: true,
  atom: true,
  attrs: {
    source: { validate: 'string' },
    alt: { default: '', validate: 'string' },
    title: { default: '', validate: 'string' },
    width: { default: null, validate: 'string|null' },
    height: { default: null, validate: 'string|null' },
  },
  parseDOM: [
    {
      tag: 'span[data-coming]',
      priority: 60,
      getAttrs: dom => {
        const source = dom.dataset.coming ?? ''
        if (!isAbroad(source)) return false
        const [alt, title] = [dom.getAttribute('alt') ?? '', dom.getAttribute('title') ?? '']
        return { source, alt, title, width: pixelsOf(dom, 'width'), height: pixelsOf(dom, 'height') }
      },
    },
  ],
  toDOM: ({ attrs: { source, ...attributes } }) => [
    'span',
    {
      ...presentAttributes(attributes),
      'data-coming': source,
      role: 'img',
      'aria-label': text('editor.pictureComing'),
    },
  ],
  ...asHtml('comingPicture'),
}))

/** Order matters: paragraph is the default block, earlier marks wrap later ones. */
const schema: readonly MilkdownPlugin[] = [
  docSchema,
  ...[paragraphAttr, paragraph, headingIdGenerator, headingAttr, heading, hardbreakAttr, hardbreak],
  ...[blockquoteAttr, blockquote, codeBlockAttr, codeBlock, hrAttr, hrSchema, imageAttr, image],
  ...[bulletListAttr, bulletList, orderedListAttr, orderedList, listItemAttr, listItem],
  ...[table, tableRow, tableCell, tableHeader, video, attachment, comingPicture],
  ...[
    linkAttr,
    link,
    emphasisAttr,
    emphasisSchema,
    strongAttr,
    strong,
    underline,
    strikethroughAttr,
    strikethrough,
    subscript,
    superscript,
  ],
  ...[fontColour, backgroundColour, fontFamily, fontSize, inlineCodeAttr, inlineCodeSchema],
  // HTML inside Markdown, input only.
  ...[htmlAttr, htmlSchema, textSchema],
].flat()

const putIn =
  (text: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(text).scrollIntoView())
    return true
  }

/** Non-collapsing spaces; plain ones in preformatted text. */
const tab: Command = (state, dispatch) => {
  const isCode = state.selection.$from.parent.type.spec.code === true
  return putIn((isCode ? ' ' : '\u00a0').repeat(tabSpaces))(state, dispatch)
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

/** Base plugins, without the view-specific ones. */
export const plugins: readonly MilkdownPlugin[] = [
  ...schema,
  remarkAddOrderInListPlugin,
  remarkInlineLinkPlugin,
  remarkLineBreak,
  remarkHtmlTransformer,
  remarkGFMPlugin,
  ...[wrapInBulletListInputRule, wrapInOrderedListInputRule, wrapInHeadingInputRule],
  $prose(() => history({ depth: undoDepth })),
  leaving,
  typing,
  $prose(() => tableEditing()),
].flat()
