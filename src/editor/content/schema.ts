/** Schema of the editor: Milkdown's presets, and what HTML knows beyond Markdown. */
import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import * as commonmark from '@milkdown/kit/preset/commonmark'
import * as gfm from '@milkdown/kit/preset/gfm'
import type { Mark, Node, TagParseRule } from '@milkdown/kit/prose/model'
import { tableNodes as tableSpecs } from '@milkdown/kit/prose/tables'
import type { MarkdownNode, MarkSchema, NodeSchema } from '@milkdown/kit/transformer'
import { $markSchema, type $NodeSchema, $nodeSchema } from '@milkdown/kit/utils'
import { richTextRules } from '#contract/schema/richText.ts'
import { videoSize } from '#contract/schema/richTextFigures.ts'
import { text } from '../../data/language.ts'
import { htmlOfNode } from './html.ts'
import { addressAbroad } from './paste.ts'
import { blockStyles, characterStyles, stylesOf, styleText } from './styles.ts'

const never = { match: () => false, runner: () => undefined }

/** Mark without Markdown syntax, written as a tag; see markdown.ts. */
const taggedMark = (name: string, tag: string, spec: Partial<MarkSchema>) => {
  const styleOf = ({ attrs }: Mark) => styleText({ [name]: attrs.value }, characterStyles)
  return $markSchema(name, () => ({
    toDOM: mark => [tag, mark.attrs.value ? { style: styleOf(mark) } : {}, 0],
    parseDOM: [{ tag }],
    parseMarkdown: never,
    toMarkdown: {
      match: mark => mark.type.name === name,
      runner: (state, mark) => {
        const open = mark.attrs.value ? `<${tag} style="${styleOf(mark)}">` : `<${tag}>`
        state.withMark(mark, 'tagged', undefined, { open, close: `</${tag}>`, name })
      },
    },
    ...spec,
  }))
}

const valueIn = (value: string | null) => (value === null ? (false as const) : { value })

const styleMarks = Object.entries(characterStyles).map(([name, { property, attribute, read }]) =>
  taggedMark(name, 'span', {
    attrs: { value: { validate: 'string' } },
    parseDOM: [
      { style: property, getAttrs: value => valueIn(read(value)) },
      ...(attribute
        ? [
            {
              tag: `font[${attribute}]`,
              consuming: false,
              getAttrs: (dom: HTMLElement) => valueIn(read(dom.getAttribute(attribute) ?? '')),
            },
          ]
        : []),
    ],
  }),
)

/** Parse rules of tags, and of a word of `text-decoration`. */
const decorated = (word: string, ...tags: readonly string[]) => [
  ...tags.map(tag => ({ tag })),
  ...['text-decoration', 'text-decoration-line'].map(style => ({
    style,
    consuming: false,
    getAttrs: (value: string) => (value.includes(word) ? null : (false as const)),
  })),
]

/** Parse rule of elements with an allowed address. */
const addressed = (tag: string, name: 'href' | 'src', others: (dom: HTMLElement) => object): TagParseRule => ({
  tag: `${tag}[${name}]`,
  getAttrs: dom => {
    const address = dom.getAttribute(name) ?? ''
    return richTextRules.attributes[tag]?.[name]?.test(address) ? { [name]: address, ...others(dom) } : false
  },
})

const present = (attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== ''))

/** Link as the server stores it: new tab, `noreferrer`, `noopener`. */
const link = commonmark.linkSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  // Text typed after the link stays unlinked.
  inclusive: false,
  parseDOM: [addressed('a', 'href', dom => ({ title: dom.getAttribute('title') }))],
  toDOM: ({ attrs }) => ['a', { ...present(attrs), target: '_blank', rel: richTextRules.rel }, 0],
}))

const strikethrough = gfm.strikethroughSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  parseDOM: decorated('line-through', 'del', 's', 'strike'),
}))

const changed = <T extends string>(schema: $NodeSchema<T>, change: (base: NodeSchema) => Partial<NodeSchema>) =>
  schema.extendSchema(previous => ctx => {
    const base = previous(ctx)
    return { ...base, ...change(base) }
  })

/** Nodes that Markdown cannot express stay HTML in it. */
const orHtml = (
  isPlain: (node: Node) => boolean,
  { match, runner }: NodeSchema['toMarkdown'],
): NodeSchema['toMarkdown'] => ({
  match,
  runner: (state, node) => {
    if (isPlain(node)) runner(state, node)
    else state.addNode('html', undefined, htmlOfNode(node))
  },
})

const onlyHtml = (name: string) => ({
  parseMarkdown: never,
  toMarkdown: orHtml(() => false, { ...never, match: node => node.type.name === name }),
})

const blockAttributes = Object.fromEntries(Object.keys(blockStyles).map(name => [name, { default: null }]))

const styledBlock = <T extends string>(schema: $NodeSchema<T>, tags: readonly string[]) =>
  changed(schema, ({ attrs: { level } = {}, toMarkdown }) => ({
    attrs: { ...(level && { level }), ...blockAttributes },
    parseDOM: tags.map((tag, at) => ({
      tag,
      getAttrs: (dom: HTMLElement) => ({ ...(level && { level: at + 1 }), ...stylesOf(dom) }),
    })),
    toDOM: ({ attrs }) => [tags[attrs.level - 1] ?? 'p', present({ style: styleText(attrs) }), 0],
    toMarkdown: orHtml(({ attrs }) => styleText(attrs) === '', toMarkdown),
  }))

const pixelsOf = (dom: HTMLElement, name: 'width' | 'height'): string | undefined =>
  /^(\d{1,4})(?:\.\d+)?(?:px)?$/.exec(dom.getAttribute(name) ?? dom.style[name])?.[1]

const sizeOf = (dom: HTMLElement) => ({ width: pixelsOf(dom, 'width'), height: pixelsOf(dom, 'height') })

const pictureOf = (dom: HTMLElement) => ({
  alt: dom.getAttribute('alt') ?? '',
  title: dom.getAttribute('title') ?? '',
  ...sizeOf(dom),
})

const pictureAttributes = {
  alt: { default: '', validate: 'string' },
  title: { default: '', validate: 'string' },
  width: { default: null, validate: 'string|null' },
  height: { default: null, validate: 'string|null' },
}

/** UEditor stores the language in the class: `brush:js;toolbar:false`. */
const brush = /brush:\s*([\w+#]{1,30})/

/** Nodes of the preset, without its own attributes. */
const presetNodes = [
  styledBlock(commonmark.paragraphSchema, ['p']),
  styledBlock(commonmark.headingSchema, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']),
  changed(commonmark.hardbreakSchema, () => ({ toDOM: () => ['br'] })),
  changed(commonmark.bulletListSchema, () => ({ toDOM: () => ['ul', 0] })),
  // Word lists may begin with any block.
  changed(commonmark.listItemSchema, () => ({ content: 'block+', toDOM: () => ['li', 0] })),
  changed(commonmark.orderedListSchema, () => ({
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: dom => ({ order: Math.min(9999, Number.parseInt(dom.getAttribute('start') ?? '1', 10) || 1) }),
      },
    ],
    toDOM: ({ attrs: { order } }) => ['ol', order === 1 ? {} : { start: String(order) }, 0],
  })),
  changed(commonmark.codeBlockSchema, () => ({
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: dom => ({ language: dom.dataset.language ?? brush.exec(dom.className)?.[1] ?? '' }),
      },
    ],
  })),
  changed(commonmark.imageSchema, ({ parseMarkdown, toMarkdown }) => ({
    attrs: { src: { validate: 'string' }, ...pictureAttributes },
    parseDOM: [addressed('img', 'src', pictureOf)],
    toDOM: ({ attrs }) => ['img', present(attrs)],
    parseMarkdown: {
      ...parseMarkdown,
      runner: (state, { url, alt, title }, type) => {
        state.addNode(type, { src: String(url), alt: String(alt ?? ''), title: String(title ?? '') })
      },
    },
    // Sizes require HTML.
    toMarkdown: orHtml(({ attrs }) => !attrs.width && !attrs.height, toMarkdown),
  })),
]

const video = $nodeSchema('video', () => ({
  group: 'block',
  atom: true,
  draggable: true,
  attrs: {
    src: { validate: 'string' },
    width: { default: String(videoSize.width) },
    height: { default: String(videoSize.height) },
  },
  parseDOM: [addressed('video', 'src', sizeOf)],
  toDOM: ({ attrs }) => ['video', { ...attrs, controls: '' }],
  ...onlyHtml('video'),
}))

const attachment = $nodeSchema('attachment', () => ({
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  attrs: { href: { validate: 'string' }, name: { validate: 'string' } },
  leafText: node => String(node.attrs.name),
  parseDOM: [
    {
      ...addressed('a', 'href', dom => ({
        name: dom.getAttribute('download') || dom.textContent || dom.getAttribute('href'),
      })),
      tag: 'a[download][href^="/files/"]',
      priority: 60,
    },
  ],
  toDOM: ({ attrs: { href, name } }) => ['a', { href, download: name, rel: richTextRules.rel }, name],
  ...onlyHtml('attachment'),
}))

/** Placeholder of an external picture being fetched; never stored. */
const comingPicture = $nodeSchema('comingPicture', () => ({
  group: 'inline',
  inline: true,
  atom: true,
  attrs: { source: { validate: 'string' }, ...pictureAttributes },
  parseDOM: (
    [
      ['span[data-coming]', 'data-coming', 60],
      ['img[src]', 'src', 40],
    ] as const
  ).map(([tag, attribute, priority]) => ({
    tag,
    priority,
    getAttrs: (dom: HTMLElement) => {
      const source = addressAbroad(dom.getAttribute(attribute) ?? '')
      return source !== null && { source, ...pictureOf(dom) }
    },
  })),
  toDOM: ({ attrs: { source, ...attributes } }) => [
    'span',
    { ...present(attributes), 'data-coming': source, role: 'img', 'aria-label': text('editor.pictureComing') },
  ],
  ...onlyHtml('comingPicture'),
}))

/** Tables as from Word and Excel, spans included. */
const tables = tableSpecs({ tableGroup: 'block', cellContent: 'block+', cellAttributes: {} })

/** Markdown's tables: header row, single-paragraph cells. */
function isPlainTable(table: Node): boolean {
  let isPlain = true
  table.forEach((row, _offset, at) => {
    row.forEach(({ attrs, childCount, firstChild, textContent, type }) => {
      isPlain &&= attrs.colspan === 1 && attrs.rowspan === 1 && childCount === 1 && !textContent.includes('\n')
      isPlain &&= firstChild?.type.name === 'paragraph' && (type.name === 'table_header') === (at === 0)
    })
  })
  return isPlain
}

/** Nodes of the preset, with any cells and no aligned columns. */
const tableNodes = [
  changed(gfm.tableSchema, ({ toMarkdown }) => ({ ...tables.table, toMarkdown: orHtml(isPlainTable, toMarkdown) })),
  changed(gfm.tableRowSchema, () => ({
    ...tables.table_row,
    content: '(table_cell | table_header)+',
    parseMarkdown: {
      match: node => node.type === 'tableRow',
      runner: (state, { children = [], isHeader }, type) => {
        state
          .openNode(type)
          .next(children.map((cell): MarkdownNode => ({ ...cell, isHeader })))
          .closeNode()
      },
    },
  })),
  changed(gfm.tableCellSchema, () => tables.table_cell),
  changed(gfm.tableHeaderSchema, () => tables.table_header),
]

/** Earlier marks wrap later ones; later definitions replace earlier. */
export const schema: readonly MilkdownPlugin[] = [
  ...[commonmark.linkSchema, commonmark.emphasisSchema, commonmark.strongSchema],
  taggedMark('underline', 'u', { parseDOM: decorated('underline', 'u') }),
  ...[gfm.strikethroughAttr, strikethrough],
  taggedMark('subscript', 'sub', { excludes: 'subscript superscript' }),
  taggedMark('superscript', 'sup', { excludes: 'subscript superscript' }),
  ...styleMarks,
  ...commonmark.schema,
  ...[link, ...presetNodes, ...tableNodes, video, attachment, comingPicture],
].flat()
