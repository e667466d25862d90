/** Insert commands: pictures, videos, attachments, emoticons, code. */
import { setBlockType } from '@milkdown/kit/prose/commands'
import type { Attrs, Node } from '@milkdown/kit/prose/model'
import { type Selection, TextSelection } from '@milkdown/kit/prose/state'
import { richTextRules } from '#contract/schema/richText.ts'
import { codeLanguages } from '#contract/schema/richTextChoices.ts'
import type { EditorCommand } from './command.ts'

function cursorAt(doc: Node, at: number): Selection {
  const place = doc.resolve(Math.min(at, doc.content.size))
  return TextSelection.between(place, place)
}

const putting = (name: string, attrsOf: (url: string, text: string) => Attrs | null): EditorCommand => ({
  step: ({ url, text, at }, state) => {
    const attrs = attrsOf(String(url ?? ''), typeof text === 'string' ? text : '')
    const type = state.schema.nodes[name]
    if (!attrs || !type) return null
    return (now, dispatch) => {
      const { tr, selection } = now
      if (typeof at === 'number') {
        tr.setSelection(cursorAt(tr.doc, at)).replaceSelectionWith(type.create(attrs), false)
        dispatch?.(tr.setSelection(selection.map(tr.doc, tr.mapping)))
      } else dispatch?.(tr.replaceSelectionWith(type.create(attrs), false).scrollIntoView())
      return true
    }
  },
})

const { img, video, a } = richTextRules.attributes

export const mediaCommands: Readonly<Record<string, EditorCommand>> = {
  image: putting('image', (url, text) => (img?.src?.test(url) ? { src: url, alt: text } : null)),
  video: putting('video', url => (video?.src?.test(url) ? { src: url } : null)),
  attachment: putting('attachment', (url, text) =>
    url.startsWith('/files/') && a?.href?.test(url) ? { href: url, name: text || url } : null,
  ),
  emoticon: {
    step: ({ value }) => {
      const sign = String(value ?? '')
      if (!/^\P{ASCII}{1,12}$/u.test(sign)) return null
      return (now, dispatch) => {
        dispatch?.(now.tr.insertText(sign).scrollIntoView())
        return true
      }
    },
  },
  code: {
    step: ({ value }, state) => {
      const { code_block: code, paragraph } = state.schema.nodes
      const language = value === null || value === undefined ? '' : String(value)
      if (!code || !paragraph || (language !== '' && !Object.hasOwn(codeLanguages, language))) return null
      return language === '' ? setBlockType(paragraph) : setBlockType(code, { language })
    },
    value: ({ selection }) => selection.$from.parent.attrs.language ?? null,
  },
}
