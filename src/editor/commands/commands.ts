/** Editor commands, shared by toolbar, keys and scripts. */
import { lift, setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import { redo, redoDepth, undo, undoDepth } from '@milkdown/kit/prose/history'
import type { Attrs, MarkType, Node } from '@milkdown/kit/prose/model'
import { liftListItem, wrapInList } from '@milkdown/kit/prose/schema-list'
import { type Command, type EditorState, type Selection, TextSelection } from '@milkdown/kit/prose/state'
import { richTextRules } from '#contract/schema/richText.ts'
import { codeLanguages } from '#contract/schema/richTextChoices.ts'
import { lineHeights, undoDepth as maxSteps, rowSpacings } from '#contract/schema/richTextFigures.ts'
import { colourOf, familyOf, fontSizeOf, plainBlock } from '../content/styleValues.ts'
import type { EditorCommand } from './command.ts'
import { linkCommands } from './linkCommands.ts'
import { tableCommands } from './tableCommands.ts'

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

/** Insert commands: pictures, videos, attachments, emoticons, code. */
const mediaCommands: Readonly<Record<string, EditorCommand>> = {
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

const markOf = ({ schema }: EditorState, name: string): MarkType => {
  const type = schema.marks[name]
  if (!type) throw new Error(`the editor has no mark ${name}`)
  return type
}
const nodeOf = ({ schema }: EditorState, name: string) => {
  const type = schema.nodes[name]
  if (!type) throw new Error(`the editor has no node ${name}`)
  return type
}

function markAt(state: EditorState, name: string) {
  const { $from, from, to, empty } = state.selection
  let marks = state.storedMarks ?? $from.marks()
  let isFound = empty
  state.doc.nodesBetween(from, to, node => {
    if (!isFound && node.isText) {
      marks = node.marks
      isFound = true
    }
    return !isFound
  })
  return marks.find(({ type }) => type.name === name)
}

const toggled = (name: string): EditorCommand => ({
  step: (_args, state) => toggleMark(markOf(state, name)),
  isOn: state => markAt(state, name) !== undefined,
})

const valued = (name: string, read: (value: string) => string | null): EditorCommand => ({
  step: ({ value }, state) => {
    const type = markOf(state, name)
    const known = value === null || value === '' ? '' : read(typeof value === 'number' ? `${value}px` : String(value))
    if (known === null) return null
    return (now, dispatch) => {
      const { ranges, empty } = now.selection
      const { tr } = now
      if (empty) {
        tr.removeStoredMark(type)
        if (known !== '') tr.addStoredMark(type.create({ value: known }))
      }
      for (const { $from, $to } of ranges) {
        tr.removeMark($from.pos, $to.pos, type)
        if (known !== '') tr.addMark($from.pos, $to.pos, type.create({ value: known }))
      }
      dispatch?.(tr.scrollIntoView())
      return true
    }
  },
  value: state => markAt(state, name)?.attrs.value ?? null,
})

function blocksIn(state: EditorState): readonly (readonly [at: number, block: Node])[] {
  const found: (readonly [number, Node])[] = []
  for (const { $from, $to } of state.selection.ranges)
    state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (node.isTextblock) found.push([at, node])
    })
  return found
}

const blockAt = (state: EditorState): Attrs => blocksIn(state)[0]?.[1].attrs ?? {}

const setting =
  (change: (attrs: Attrs) => Attrs): Command =>
  (state, dispatch) => {
    const { tr } = state
    const settable = blocksIn(state).filter(([, block]) => 'align' in block.attrs)
    for (const [at, block] of settable) tr.setNodeMarkup(at, null, { ...block.attrs, ...change(block.attrs) })
    if (settable.length > 0) dispatch?.(tr.scrollIntoView())
    return settable.length > 0
  }

const aligned = (align: string | null): EditorCommand => ({
  step: () => setting(() => ({ align })),
  isOn: state => (blockAt(state).align ?? null) === align,
})

const spaced = (name: 'lineHeight' | 'spaceBefore' | 'spaceAfter', known: readonly number[]): EditorCommand => ({
  step: ({ value }) => {
    const number = value === null || value === '' ? null : Number(value)
    return number === null || known.includes(number) ? setting(() => ({ [name]: number })) : null
  },
  value: state => blockAt(state)[name] ?? null,
})

const within = (state: EditorState, name: string): boolean => {
  const [first] = blocksIn(state)
  const $at = first ? state.doc.resolve(first[0] + 1) : state.selection.$from
  for (let depth = $at.depth; depth > 0; depth -= 1) if ($at.node(depth).type.name === name) return true
  return false
}

const listed = (name: string): EditorCommand => ({
  step: (_args, state) =>
    within(state, name) ? liftListItem(nodeOf(state, 'list_item')) : wrapInList(nodeOf(state, name)),
  isOn: state => within(state, name),
})

const heading: EditorCommand = {
  step: ({ value }, state) => {
    const level = value === null || value === '' ? 0 : Number(value)
    if (!Number.isInteger(level) || level < 0 || level > 6) return null
    const type = nodeOf(state, level === 0 ? 'paragraph' : 'heading')
    return (now, dispatch, view) => setBlockType(type, level === 0 ? {} : { level })(now, dispatch, view)
  },
  value: state => blockAt(state).level ?? null,
}

/** Removes marks and attributes, as if freshly typed. */
const clear: Command = (state, dispatch) => {
  const { tr } = state
  for (const { $from, $to } of state.selection.ranges)
    for (const type of Object.values(state.schema.marks))
      if (type.name !== 'link') tr.removeMark($from.pos, $to.pos, type)
  tr.setStoredMarks([])
  for (const [at, block] of blocksIn(state))
    if ('align' in block.attrs) tr.setNodeMarkup(at, null, { ...block.attrs, ...plainBlock })
  dispatch?.(tr.scrollIntoView())
  return true
}

export const editorCommands: Readonly<Record<string, EditorCommand>> = {
  // History trims lazily, so the undo depth is limited here.
  undo: {
    step: () => undo,
    reason: state => (undoDepth(state) > 0 && redoDepth(state) < maxSteps ? undefined : 'reason.nothingBefore'),
  },
  redo: { step: () => redo, reason: state => (redoDepth(state) > 0 ? undefined : 'reason.nothingAfter') },
  bold: toggled('strong'),
  italic: toggled('emphasis'),
  underline: toggled('underline'),
  strikethrough: toggled('strike_through'),
  inlineCode: toggled('inlineCode'),
  fontColour: valued('fontColour', colourOf),
  backgroundColour: valued('backgroundColour', colourOf),
  fontFamily: valued('fontFamily', familyOf),
  fontSize: valued('fontSize', fontSizeOf),
  clear: { step: () => clear },
  heading,
  alignLeft: aligned(null),
  alignCentre: aligned('center'),
  alignRight: aligned('right'),
  alignJustify: aligned('justify'),
  indent: {
    step: (_args, state) => setting(() => ({ indent: blockAt(state).indent !== true })),
    isOn: state => blockAt(state).indent === true,
  },
  spaceBefore: spaced('spaceBefore', rowSpacings),
  spaceAfter: spaced('spaceAfter', rowSpacings),
  lineHeight: spaced('lineHeight', lineHeights),
  bullets: listed('bullet_list'),
  numbers: listed('ordered_list'),
  quote: {
    step: (_args, state) => (within(state, 'blockquote') ? lift : wrapIn(nodeOf(state, 'blockquote'))),
    isOn: state => within(state, 'blockquote'),
  },
  rule: {
    step: (_args, state) => (now, dispatch) => {
      dispatch?.(now.tr.replaceSelectionWith(nodeOf(state, 'hr').create()).scrollIntoView())
      return true
    },
  },
  ...linkCommands,
  ...mediaCommands,
  ...tableCommands,
}
