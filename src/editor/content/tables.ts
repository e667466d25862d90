/** Tables as from Word and Excel, spans included. */
import type { Node } from '@milkdown/kit/prose/model'
import { tableNodes } from '@milkdown/kit/prose/tables'
import type { MarkdownNode } from '@milkdown/kit/transformer'
import { $nodeSchema } from '@milkdown/kit/utils'
import { htmlOfNode } from './html.ts'

const nodes = tableNodes({ tableGroup: 'block', cellContent: 'block+', cellAttributes: {} })

const isPlainCell = (cell: Node) =>
  cell.attrs.colspan === 1 &&
  cell.attrs.rowspan === 1 &&
  cell.childCount === 1 &&
  cell.firstChild?.type.name === 'paragraph' &&
  !cell.textContent.includes('\n')

/** Markdown-compatible check: header row, single-paragraph cells. */
function isPlain(table: Node): boolean {
  let plain = true
  table.forEach((row, _offset, at) => {
    row.forEach(cell => {
      plain &&= isPlainCell(cell) && (cell.type.name === 'table_header') === (at === 0)
    })
  })
  return plain
}

export const table = $nodeSchema('table', () => ({
  ...nodes.table,
  content: 'table_row+',
  toDOM: () => ['table', ['tbody', 0]],
  parseMarkdown: {
    match: node => node.type === 'table',
    runner: (state, node, type) => {
      const [head, ...rows] = node.children as MarkdownNode[]
      const children = [{ ...head, isHeader: true }, ...rows] as MarkdownNode[]
      state.openNode(type).next(children).closeNode()
    },
  },
  toMarkdown: {
    match: node => node.type.name === 'table',
    runner: (state, node) => {
      if (isPlain(node)) state.openNode('table').next(node.content).closeNode()
      else state.addNode('html', undefined, htmlOfNode(node))
    },
  },
}))

export const tableRow = $nodeSchema('table_row', () => ({
  ...nodes.table_row,
  content: '(table_cell | table_header)+',
  parseMarkdown: {
    match: node => node.type === 'tableRow',
    runner: (state, node, type) => {
      const cells = (node.children as MarkdownNode[]).map(cell => ({ ...cell, isHeader: node.isHeader }))
      state.openNode(type).next(cells).closeNode()
    },
  },
  toMarkdown: {
    match: node => node.type.name === 'table_row',
    runner: (state, node) => {
      state.openNode('tableRow').next(node.content).closeNode()
    },
  },
}))

const cell = (name: 'table_cell' | 'table_header', isHeader: boolean) =>
  $nodeSchema(name, () => ({
    ...nodes[name],
    parseMarkdown: {
      match: node => node.type === 'tableCell' && Boolean(node.isHeader) === isHeader,
      runner: (state, node, type) => {
        const paragraph = state.schema.nodes.paragraph
        if (!paragraph) return
        state.openNode(type).openNode(paragraph).next(node.children).closeNode().closeNode()
      },
    },
    toMarkdown: {
      match: node => node.type.name === name,
      runner: (state, node) => {
        // Markdown cells are one line, without a paragraph.
        state
          .openNode('tableCell')
          .next(node.firstChild?.content ?? node.content)
          .closeNode()
      },
    },
  }))

export const tableCell = cell('table_cell', false)
export const tableHeader = cell('table_header', true)
