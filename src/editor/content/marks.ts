/** Text marks beyond bold and italic: underline, colour, font, size. */
import { linkSchema, strongSchema } from '@milkdown/kit/preset/commonmark'
import { strikethroughSchema } from '@milkdown/kit/preset/gfm'
import type { Mark } from '@milkdown/kit/prose/model'
import type { SerializerState } from '@milkdown/kit/transformer'
import { $markSchema } from '@milkdown/kit/utils'
import { richTextRules } from '#contract/schema/richText.ts'
import { colourOf, familyOf, fontSizeOf } from './styleValues.ts'

/** Marks without Markdown syntax, written as tags; see markdown.ts. */
const tagged = (name: string, open: (mark: Mark) => string, close: string) => ({
  parseMarkdown: { match: () => false, runner: () => undefined },
  toMarkdown: {
    match: (mark: Mark) => mark.type.name === name,
    runner: (state: SerializerState, mark: Mark) => {
      state.withMark(mark, 'tagged', undefined, { open: open(mark), close, name })
    },
  },
})

export const underline = $markSchema('underline', () => ({
  parseDOM: [
    { tag: 'u' },
    {
      style: 'text-decoration',
      consuming: false,
      getAttrs: value => (String(value).includes('underline') ? null : false),
    },
    {
      style: 'text-decoration-line',
      consuming: false,
      getAttrs: value => (String(value).includes('underline') ? null : false),
    },
  ],
  toDOM: () => ['u', 0],
  ...tagged('underline', () => '<u>', '</u>'),
}))

const styled = (name: string, property: string, read: (value: string) => string | null, attribute: string) =>
  $markSchema(name, () => ({
    attrs: { value: { validate: 'string' } },
    parseDOM: [
      {
        style: property,
        getAttrs: value => {
          const known = read(String(value))
          return known === null ? false : { value: known }
        },
      },
      // Legacy presentational attributes.
      ...(attribute === ''
        ? []
        : [
            {
              tag: `font[${attribute}]`,
              consuming: false,
              getAttrs: (dom: HTMLElement) => {
                const known = read(dom.getAttribute(attribute) ?? '')
                return known === null ? (false as const) : { value: known }
              },
            },
          ]),
    ],
    toDOM: mark => ['span', { style: `${property}:${mark.attrs.value}` }, 0],
    ...tagged(name, mark => `<span style="${property}:${mark.attrs.value}">`, '</span>'),
  }))

export const fontColour = styled('fontColour', 'color', colourOf, 'color')
export const backgroundColour = styled('backgroundColour', 'background-color', colourOf, '')
export const fontFamily = styled('fontFamily', 'font-family', familyOf, 'face')
export const fontSize = styled('fontSize', 'font-size', fontSizeOf, '')

/** Link attributes as the server stores them: new tab, `noreferrer`, `noopener`. */
export const link = linkSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  // Text typed after the link stays unlinked.
  inclusive: false,
  parseDOM: [
    {
      tag: 'a[href]',
      getAttrs: dom => {
        const href = dom.getAttribute('href') ?? ''
        return richTextRules.attributes.a?.href?.test(href) ? { href, title: dom.getAttribute('title') } : false
      },
    },
  ],
  toDOM: ({ attrs: { href, title } }) => [
    'a',
    { href, ...(title ? { title } : {}), target: '_blank', rel: richTextRules.rel },
    0,
  ],
}))

export const strikethrough = strikethroughSchema.extendSchema(previous => ctx => ({
  ...previous(ctx),
  parseDOM: [
    { tag: 'del' },
    { tag: 's' },
    { tag: 'strike' },
    {
      style: 'text-decoration',
      consuming: false,
      getAttrs: value => (String(value).includes('line-through') ? null : false),
    },
    {
      style: 'text-decoration-line',
      consuming: false,
      getAttrs: value => (String(value).includes('line-through') ? null : false),
    },
  ],
}))

const plainTag = (name: string, tag: string) =>
  $markSchema(name, () => ({
    excludes: 'subscript superscript',
    parseDOM: [{ tag }],
    toDOM: () => [tag, 0],
    ...tagged(name, () => `<${tag}>`, `</${tag}>`),
  }))

export const subscript = plainTag('subscript', 'sub')
export const superscript = plainTag('superscript', 'sup')

export const strong = strongSchema
