/** Client-side sanitizer with the server's rules, applied before display. */
import createPurifier from 'dompurify'
import { richTextRules } from '#contract/schema/richText.ts'
import { storeLocal } from '../../data/store.ts'

const { tags, attributes, styles, styled, swallowed, rel } = richTextRules
const mayBeStyled: ReadonlySet<string> = new Set(styled)

const allowed = [...new Set([...Object.values(attributes).flatMap(Object.keys), 'style', 'rel'])]

/** Allowed style properties, verbatim: a browser's parsed form would differ. */
function styleOf(value: string): string {
  return value
    .split(';')
    .map(each => each.split(/:(.*)/s).map(part => part.trim()))
    .filter(
      ([name = '', said = '']) => Object.hasOwn(styles, name.toLowerCase()) && styles[name.toLowerCase()]?.test(said),
    )
    .map(([name, said]) => `${name?.toLowerCase()}:${said}`)
    .join(';')
}

function purifier() {
  const made = createPurifier(window)
  made.addHook('afterSanitizeAttributes', element => {
    const tag = element.tagName.toLowerCase()
    for (const { name, value } of [...element.attributes]) {
      if (name === 'style') {
        const style = mayBeStyled.has(tag) ? styleOf(value) : ''
        if (style === '') element.removeAttribute(name)
        else if (style !== value) element.setAttribute(name, style)
      } else if (name !== 'rel' && !(Object.hasOwn(attributes, tag) && attributes[tag]?.[name]?.test(value)))
        element.removeAttribute(name)
    }
    if (tag === 'a' && element.hasAttribute('href')) element.setAttribute('rel', rel)
    else element.removeAttribute('rel')
    if ((tag === 'img' || tag === 'video') && !element.hasAttribute('src')) element.remove()
  })
  return made
}

/** Created with its first use: it needs a window. */
const local = storeLocal(purifier)

export function sanitisedBody(html: string): HTMLElement {
  return local().sanitize(html, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: allowed,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    FORBID_CONTENTS: [...swallowed, 'noembed', 'noframes', 'plaintext', 'audio', 'head'],
    KEEP_CONTENT: true,
    RETURN_DOM: true,
  }) as HTMLElement
}
