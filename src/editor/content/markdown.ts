/** Rich text to Markdown and back; the rest stays HTML. */
import { remarkCtx, remarkStringifyOptionsCtx, schemaCtx } from '@milkdown/kit/core'
import type { Ctx } from '@milkdown/kit/ctx'
import { ParserState, SerializerState } from '@milkdown/kit/transformer'
import { docOf, htmlOf } from './html.ts'

interface Tagged {
  readonly open: string
  readonly close: string
}

interface Phrasing {
  containerPhrasing(node: unknown, info: object): string
}

/** Marks unknown to Markdown become HTML tags. */
const tagged = (node: Tagged, _parent: unknown, state: Phrasing, info: object) =>
  `${node.open}${state.containerPhrasing(node, { ...info, before: '>', after: '<' })}${node.close}`

export function configureMarkdown(ctx: Ctx): void {
  ctx.update(remarkStringifyOptionsCtx, before => ({
    ...before,
    bullet: '-' as const,
    handlers: { ...before.handlers, tagged } as NonNullable<typeof before.handlers>,
  }))
}

export function markdownOf(html: string, ctx: Ctx): string {
  const schema = ctx.get(schemaCtx)
  return SerializerState.create(schema, ctx.get(remarkCtx))(docOf(html, schema)).trim()
}

const block = /^<\/?(p|h[1-6]|table|ul|ol|blockquote|pre|video|hr|div)\b/i

function unfolded(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  const values: string[] = []
  const held = 'span[data-type=html]'
  // Block elements cannot nest in paragraphs.
  for (const line of template.content.querySelectorAll('p')) {
    const first = line.querySelector<HTMLElement>(`:scope > ${held}`)
    const isWhole = [...line.childNodes].every(node => node instanceof Element && node.matches(held))
    if (first && isWhole && block.test(first.dataset.value ?? '')) line.replaceWith(...line.childNodes)
  }
  for (const place of template.content.querySelectorAll<HTMLElement>(held))
    place.replaceWith(`\u0000${values.push(place.dataset.value ?? '') - 1}\u0000`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no HTML holds one, so nothing else is taken for a place
  return template.innerHTML.replace(/\u0000(\d+)\u0000/g, (_, at: string) => values[Number(at)] ?? '')
}

/** Null for syntax the editor does not know, such as footnotes. */
export function htmlOfMarkdown(markdown: string, ctx: Ctx): string | null {
  const schema = ctx.get(schemaCtx)
  try {
    const doc = ParserState.create(schema, ctx.get(remarkCtx))(markdown.replaceAll('\u0000', ''))
    return htmlOf(docOf(unfolded(htmlOf(doc)), schema))
  } catch {
    return null
  }
}
