/** Paragraphs, headings and lists with block styles. */
import {
  blockquoteSchema,
  bulletListSchema,
  codeBlockSchema,
  hardbreakSchema,
  headingSchema,
  listItemSchema,
  orderedListSchema,
  paragraphSchema,
} from '@milkdown/kit/preset/commonmark'
import type { Node } from '@milkdown/kit/prose/model'
import { htmlOfNode } from './html.ts'
import { type BlockStyle, blockStyle, plainBlock, readBlock } from './styleValues.ts'

const attrs = Object.fromEntries(Object.entries(plainBlock).map(([name, value]) => [name, { default: value }]))

const styleOf = (node: Node) => {
  const style = blockStyle(node.attrs as unknown as BlockStyle)
  return style === undefined ? {} : { style }
}

const read = (dom: HTMLElement) => readBlock(dom, dom.getAttribute('align'))

export const paragraph = paragraphSchema.extendSchema(previous => ctx => {
  const base = previous(ctx)
  return {
    ...base,
    attrs,
    parseDOM: [{ tag: 'p', getAttrs: dom => ({ ...read(dom) }) }],
    toDOM: node => ['p', styleOf(node), 0],
    toMarkdown: {
      match: base.toMarkdown.match,
      runner: (state, node) => {
        // Markdown cannot express block styles: stays HTML.
        if (blockStyle(node.attrs as unknown as BlockStyle)) state.addNode('html', undefined, htmlOfNode(node))
        else {
          state.openNode('paragraph')
          state.next(node.content)
          state.closeNode()
        }
      },
    },
  }
})

export const heading = headingSchema.extendSchema(previous => ctx => {
  const base = previous(ctx)
  return {
    ...base,
    attrs: { level: { default: 1, validate: 'number' }, ...attrs },
    parseDOM: [1, 2, 3, 4, 5, 6].map(level => ({
      tag: `h${level}`,
      getAttrs: (dom: HTMLElement) => ({ level, ...read(dom) }),
    })),
    toDOM: node => [`h${node.attrs.level}`, styleOf(node), 0],
    toMarkdown: {
      match: base.toMarkdown.match,
      runner: (state, node) => {
        if (blockStyle(node.attrs as unknown as BlockStyle)) state.addNode('html', undefined, htmlOfNode(node))
        else base.toMarkdown.runner(state, node)
      },
    },
  }
})

export const listItem = listItemSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  // Word lists may begin with any block.
  content: 'block+',
  parseDOM: [{ tag: 'li', getAttrs: () => ({ spread: false }) }],
  toDOM: () => ['li', 0],
}))

export const bulletList = bulletListSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  parseDOM: [{ tag: 'ul' }],
  toDOM: () => ['ul', 0],
}))

export const orderedList = orderedListSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  parseDOM: [
    {
      tag: 'ol',
      getAttrs: dom => ({ order: Math.min(9999, Number.parseInt(dom.getAttribute('start') ?? '1', 10) || 1) }),
    },
  ],
  toDOM: ({ attrs: { order } }) => ['ol', order === 1 ? {} : { start: String(order) }, 0],
}))

export const hardbreak = hardbreakSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  parseDOM: [{ tag: 'br' }],
  toDOM: () => ['br'],
}))

export const codeBlock = codeBlockSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  parseDOM: [
    {
      tag: 'pre',
      preserveWhitespace: 'full' as const,
      getAttrs: dom => ({ language: dom.dataset.language ?? languageIn(dom.className) }),
    },
  ],
}))

/** UEditor stores the language in the class: `brush:js;toolbar:false`. */
function languageIn(className: string): string {
  return /brush:\s*([\w+#]{1,30})/.exec(className)?.[1] ?? ''
}

export const blockquote = blockquoteSchema
