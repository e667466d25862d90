/** Placeholder of a picture being fetched; never stored. */
import { $nodeSchema } from '@milkdown/kit/utils'
import { text } from '../../data/api/messages.ts'
import { asHtml, pixelsOf, presentAttributes } from './media.ts'
import { isAbroad } from './pastedPictures.ts'

export const comingPicture = $nodeSchema('comingPicture', () => ({
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
  toDOM: ({ attrs: { source, ...told } }) => [
    'span',
    { ...presentAttributes(told), 'data-coming': source, role: 'img', 'aria-label': text('editor.pictureComing') },
  ],
  ...asHtml('comingPicture'),
}))
