/** Rich text to Markdown and back, for scripts. */
import {
  defaultValueCtx,
  Editor,
  parserCtx,
  remarkStringifyOptionsCtx,
  rootCtx,
  schemaCtx,
  serializerCtx,
} from '@milkdown/kit/core'
import type { Ctx } from '@milkdown/kit/ctx'
import { docOf, htmlOf } from './html.ts'
import { plugins } from './plugins.ts'

interface Tagged {
  readonly open: string
  readonly close: string
}

/** Marks unknown to Markdown become HTML tags. */
const handlers = {
  tagged: (
    node: Tagged,
    _parent: unknown,
    state: { containerPhrasing(node: unknown, info: object): string },
    info: object,
  ) => `${node.open}${state.containerPhrasing(node, { ...info, before: '>', after: '<' })}${node.close}`,
}

export function configureMarkdown(ctx: Ctx): void {
  ctx.update(remarkStringifyOptionsCtx, before => ({
    ...before,
    bullet: '-' as const,
    handlers: { ...before.handlers, ...handlers } as NonNullable<typeof before.handlers>,
  }))
}

async function offScreen<T>(work: (ctx: Ctx) => T): Promise<T> {
  const editor = await Editor.make()
    .config(ctx => {
      ctx.set(rootCtx, document.createElement('div'))
      ctx.set(defaultValueCtx, '')
      configureMarkdown(ctx)
    })
    .use([...plugins])
    .create()
  try {
    return editor.action(work)
  } finally {
    await editor.destroy()
  }
}

/** Markdown of rich text; inexpressible parts stay HTML. */
export const markdownOf = (html: string): Promise<string> =>
  offScreen(ctx =>
    ctx
      .get(serializerCtx)(docOf(html, ctx.get(schemaCtx)))
      .trim(),
  )

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

/** Rich text of Markdown, sanitized. */
export const htmlOfMarkdown = (markdown: string): Promise<string> =>
  offScreen(ctx => {
    const doc = ctx.get(parserCtx)(markdown.replaceAll('\u0000', ''))
    return htmlOf(docOf(unfolded(htmlOf(doc)), ctx.get(schemaCtx)))
  })
