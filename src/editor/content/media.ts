/** Pictures, videos and attachments. */
import { imageSchema } from '@milkdown/kit/preset/commonmark'
import type { Node } from '@milkdown/kit/prose/model'
import type { SerializerState } from '@milkdown/kit/transformer'
import { $nodeSchema } from '@milkdown/kit/utils'
import { richTextRules } from '#contract/schema/richText.ts'
import { videoSize } from '#contract/schema/richTextFigures.ts'
import { htmlOfNode } from './html.ts'

const addressOf = (dom: HTMLElement, tag: 'img' | 'video'): string | null => {
  const src = dom.getAttribute('src') ?? ''
  return richTextRules.attributes[tag]?.src?.test(src) ? src : null
}

export const pixelsOf = (dom: HTMLElement, name: 'width' | 'height'): string | null => {
  const said = dom.getAttribute(name) ?? dom.style[name]
  const [, pixels] = /^(\d{1,4})(?:\.\d+)?(?:px)?$/.exec(said) ?? []
  return pixels ?? null
}

export const presentAttributes = (attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== ''))

export const asHtml = (name: string) => ({
  parseMarkdown: { match: () => false, runner: () => undefined },
  toMarkdown: {
    match: (node: Node) => node.type.name === name,
    runner: (state: SerializerState, node: Node) => {
      state.addNode('html', undefined, htmlOfNode(node))
    },
  },
})

export const image = imageSchema.extendSchema(previous => ctx => {
  const base = previous(ctx)
  return {
    ...base,
    attrs: {
      src: { validate: 'string' },
      alt: { default: '', validate: 'string' },
      title: { default: '', validate: 'string' },
      width: { default: null, validate: 'string|null' },
      height: { default: null, validate: 'string|null' },
    },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: dom => {
          const src = addressOf(dom, 'img')
          if (src === null) return false
          const [alt, title] = [dom.getAttribute('alt') ?? '', dom.getAttribute('title') ?? '']
          return { src, alt, title, width: pixelsOf(dom, 'width'), height: pixelsOf(dom, 'height') }
        },
      },
    ],
    toDOM: node => ['img', presentAttributes(node.attrs)],
    parseMarkdown: {
      match: base.parseMarkdown.match,
      runner: (state, node, type) => {
        state.addNode(type, { src: String(node.url), alt: String(node.alt ?? ''), title: String(node.title ?? '') })
      },
    },
    toMarkdown: {
      match: base.toMarkdown.match,
      runner: (state, node) => {
        // Sizes require HTML.
        if (node.attrs.width || node.attrs.height) state.addNode('html', undefined, htmlOfNode(node))
        else base.toMarkdown.runner(state, node)
      },
    },
  }
})

export const video = $nodeSchema('video', () => ({
  group: 'block',
  atom: true,
  draggable: true,
  attrs: {
    src: { validate: 'string' },
    width: { default: String(videoSize.width) },
    height: { default: String(videoSize.height) },
  },
  parseDOM: [
    {
      tag: 'video[src]',
      getAttrs: dom => {
        const src = addressOf(dom, 'video')
        if (src === null) return false
        return {
          src,
          width: pixelsOf(dom, 'width') ?? String(videoSize.width),
          height: pixelsOf(dom, 'height') ?? String(videoSize.height),
        }
      },
    },
  ],
  toDOM: ({ attrs: { src, width, height } }) => ['video', { src, width, height, controls: '' }],
  ...asHtml('video'),
}))

export const attachment = $nodeSchema('attachment', () => ({
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  attrs: { href: { validate: 'string' }, name: { validate: 'string' } },
  leafText: node => String(node.attrs.name),
  parseDOM: [
    {
      tag: 'a[download][href^="/files/"]',
      priority: 60,
      getAttrs: dom => {
        const href = dom.getAttribute('href') ?? ''
        if (!richTextRules.attributes.a?.href?.test(href)) return false
        return { href, name: dom.getAttribute('download') || dom.textContent || href }
      },
    },
  ],
  toDOM: ({ attrs: { href, name } }) => ['a', { href, download: name, rel: richTextRules.rel }, name],
  ...asHtml('attachment'),
}))
