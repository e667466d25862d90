/** Rich text commands with keys, performed by the focused editor. */
import { builtin } from '../core/builtin.ts'
import type { Command, KeyBinding } from '../core/command.ts'

/** Page and dialogs: cells and answers are edited there. */
const overlay = ['none', 'dialog'] as const
const here = { focus: 'richtext', overlay } as const

const held = new Set(['undo', 'redo'])

function editor(name: string, icon: string, seqs: string, accepts: readonly string[] = []): Command {
  const keys = seqs
    .split(', ')
    .map((seq): KeyBinding => ({ seq, when: here, ...(held.has(name) ? { repeat: true } : {}) }))
  return builtin(`editor.${name}`, 'editor', keys, { icon, accepts })
}

const value = ['value'] as const
const file = ['file', 'url', 'text'] as const

/** Toolbar order. Commands without a well-known key start with Alt+M. */
export const editorCommands: readonly Command[] = [
  // Text focus, too: source mode is a plain field.
  builtin('editor.source', 'editor', [{ seq: 'alt+m shift+s', when: { focus: ['richtext', 'text'], overlay } }], {
    icon: 'code-xml',
  }),
  editor('undo', 'undo', 'mod+z'),
  editor('redo', 'redo', 'mod+y, mod+shift+z'),
  editor('bold', 'bold', 'mod+b'),
  editor('italic', 'italic', 'mod+i'),
  editor('underline', 'underline', 'mod+u'),
  editor('strikethrough', 'strikethrough', 'mod+shift+x'),
  editor('fontColour', 'baseline', 'alt+m c', value),
  editor('backgroundColour', 'highlighter', 'alt+m h', value),
  editor('clear', 'remove-formatting', 'alt+m 0'),
  editor('heading', 'heading', 'alt+m z', value),
  editor('fontFamily', 'type', 'alt+m f', value),
  editor('fontSize', 'a-large-small', 'alt+m s', value),
  editor('alignLeft', 'text-align-start', 'alt+m l'),
  editor('alignCentre', 'text-align-center', 'alt+m m'),
  editor('alignRight', 'text-align-end', 'alt+m r'),
  editor('alignJustify', 'text-align-justify', 'alt+m j'),
  editor('indent', 'list-indent-increase', 'alt+m x'),
  editor('spaceBefore', 'space-before', 'alt+m w', value),
  editor('spaceAfter', 'space-after', 'alt+m o', value),
  editor('lineHeight', 'line-height', 'alt+m n', value),
  editor('bullets', 'list', 'alt+m u'),
  editor('numbers', 'list-ordered', 'alt+m shift+u'),
  editor('quote', 'quote', 'alt+m b'),
  editor('rule', 'minus', 'alt+m y'),
  editor('link', 'link', 'alt+m k', ['url', 'text']),
  editor('unlink', 'unlink', 'alt+m shift+k'),
  editor('image', 'image', 'alt+m i', file),
  editor('emoticon', 'smile', 'alt+m e', value),
  editor('video', 'video', 'alt+m v', file),
  editor('attachment', 'paperclip', 'alt+m a', file),
  editor('code', 'code', 'alt+m p', value),
  editor('inlineCode', 'braces', 'alt+m shift+p'),
  editor('table', 'table', 'alt+m t', ['rowCount', 'columnCount']),
  editor('rowAbove', 'row-above', 'alt+m up'),
  editor('rowBelow', 'row-below', 'alt+m down'),
  editor('columnLeft', 'column-left', 'alt+m left'),
  editor('columnRight', 'column-right', 'alt+m right'),
  editor('deleteRow', 'row-delete', 'alt+m d'),
  editor('deleteColumn', 'column-delete', 'alt+m shift+d'),
  editor('mergeCells', 'merge-cells', 'alt+m g'),
  editor('splitCell', 'split-cell', 'alt+m shift+g'),
  editor('deleteTable', 'trash', 'alt+m shift+t'),
  // Script access to the content as HTML or Markdown.
  builtin('editor.read', 'editor', [], { surfaces: ['script'], accepts: ['format'] }),
  builtin('editor.write', 'editor', [], { surfaces: ['script'], accepts: ['html', 'markdown'] }),
]
