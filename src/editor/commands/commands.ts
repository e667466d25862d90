/** Editor commands, shared by toolbar, keys and scripts. */
import { lift, setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import { redo, redoDepth, undo, undoDepth } from '@milkdown/kit/prose/history'
import type { Attrs, MarkType, Node, NodeType } from '@milkdown/kit/prose/model'
import { liftListItem, wrapInList } from '@milkdown/kit/prose/schema-list'
import { type Command, type EditorState, TextSelection, type Transaction } from '@milkdown/kit/prose/state'
import * as tables from '@milkdown/kit/prose/tables'
import type { Values } from '#contract/schema/field.ts'
import { richTextRules } from '#contract/schema/richText.ts'
import { indent, undoDepth as maxSteps, tableSize } from '#contract/schema/richTextFigures.ts'
import { blockStyles, characterStyles, plainBlock } from '../content/styles.ts'
import { codeLanguages } from './choices.ts'

export interface EditorCommand {
  step(args: Values, state: EditorState): Command | null
  reason?(state: EditorState): string | undefined
  /** Truth of a toggle, value of a choice. */
  current?(state: EditorState): unknown
}

function markOf({ schema }: EditorState, name: string): MarkType {
  const type = schema.marks[name]
  if (!type) throw new Error(`the editor has no mark ${name}`)
  return type
}

function nodeOf({ schema }: EditorState, name: string): NodeType {
  const type = schema.nodes[name]
  if (!type) throw new Error(`the editor has no node ${name}`)
  return type
}

const isNone = (value: unknown) => value === null || value === undefined || value === ''

const changing =
  (change: (tr: Transaction, state: EditorState) => Transaction): Command =>
  (state, dispatch) => {
    const changed = change(state.tr, state)
    dispatch?.(changed.scrollIntoView())
    return true
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
  current: state => markAt(state, name) !== undefined,
})

/** Commands of the character styles, named like their marks. */
const characterCommands = Object.entries(characterStyles).map(([name, { read }]): [string, EditorCommand] => [
  name,
  {
    step: ({ value }, state) => {
      const type = markOf(state, name)
      const known = isNone(value) ? '' : read(typeof value === 'number' ? `${value}px` : String(value))
      if (known === null) return null
      const mark = known === '' ? null : type.create({ value: known })
      return changing((tr, { selection: { ranges, empty } }) => {
        if (empty) {
          tr.removeStoredMark(type)
          if (mark) tr.addStoredMark(mark)
        }
        for (const { $from, $to } of ranges) {
          tr.removeMark($from.pos, $to.pos, type)
          if (mark) tr.addMark($from.pos, $to.pos, mark)
        }
        return tr
      })
    },
    current: state => markAt(state, name)?.attrs.value ?? null,
  },
])

function blocksIn(state: EditorState): readonly (readonly [at: number, block: Node])[] {
  const found: (readonly [number, Node])[] = []
  for (const { $from, $to } of state.selection.ranges)
    state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (node.isTextblock) found.push([at, node])
    })
  return found
}

const blockAt = (state: EditorState): Attrs => blocksIn(state)[0]?.[1].attrs ?? {}

const styleBlocks = (tr: Transaction, state: EditorState, attrs: Attrs) => {
  for (const [at, block] of blocksIn(state))
    if ('align' in block.attrs) tr.setNodeMarkup(at, null, { ...block.attrs, ...attrs })
  return tr
}

const setting =
  (attrs: Attrs): Command =>
  (state, dispatch) =>
    blocksIn(state).some(([, block]) => 'align' in block.attrs) &&
    changing(tr => styleBlocks(tr, state, attrs))(state, dispatch)

const aligned = (align: string | null): EditorCommand => ({
  step: () => setting({ align }),
  current: state => (blockAt(state).align ?? null) === align,
})

/** Commands of block styles with a choice, named like their attributes. */
const blockCommands = (['spaceBefore', 'spaceAfter', 'lineHeight'] as const).map((name): [string, EditorCommand] => [
  name,
  {
    step: ({ value }) => {
      const known = isNone(value) ? null : blockStyles[name]?.read(String(value))
      return known === null && !isNone(value) ? null : setting({ [name]: known })
    },
    current: state => blockAt(state)[name] ?? null,
  },
])

const within = (state: EditorState, name: string): boolean => {
  const [first] = blocksIn(state)
  const $at = first ? state.doc.resolve(first[0] + 1) : state.selection.$from
  return Array.from({ length: $at.depth }, (_, depth) => $at.node(depth + 1)).some(({ type }) => type.name === name)
}

const wrapped = (name: string, wrap: (type: NodeType) => Command, unwrap: (state: EditorState) => Command) => ({
  step: (_args: Values, state: EditorState) => (within(state, name) ? unwrap(state) : wrap(nodeOf(state, name))),
  current: (state: EditorState) => within(state, name),
})
const listed = (name: string) => wrapped(name, wrapInList, state => liftListItem(nodeOf(state, 'list_item')))

/** Removes marks and attributes, as if freshly typed. */
const clear = changing((tr, state) => {
  for (const { $from, $to } of state.selection.ranges)
    for (const type of Object.values(state.schema.marks))
      if (type.name !== 'link') tr.removeMark($from.pos, $to.pos, type)
  return styleBlocks(tr.setStoredMarks([]), state, plainBlock)
})

const { img, video, a } = richTextRules.attributes

/** Inserts at `at` beside the selection, or in its place. */
const inserted = (name: string, attrsOf: (url: string, text: string) => Attrs | false | undefined): EditorCommand => ({
  step: ({ url, text, at }, state) => {
    const attrs = attrsOf(String(url ?? ''), typeof text === 'string' ? text : '')
    if (!attrs) return null
    const node = nodeOf(state, name).create(attrs)
    if (typeof at !== 'number') return changing(tr => tr.replaceSelectionWith(node, false))
    return (now, dispatch) => {
      const { tr, selection } = now
      const $at = tr.doc.resolve(Math.min(at, tr.doc.content.size))
      tr.setSelection(TextSelection.between($at, $at)).replaceSelectionWith(node, false)
      dispatch?.(tr.setSelection(selection.map(tr.doc, tr.mapping)))
      return true
    }
  },
})

function addressIn(typed: string): string | null {
  const written = typed.trim()
  const address =
    /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(written) && !/^\w+:/.test(written) ? `https://${written}` : written
  return a?.href?.test(address) ? address : null
}

/** Link that the cursor is in, or touched by the selection. */
function linkRange({ selection, schema, doc }: EditorState): readonly [from: number, to: number] | null {
  const type = schema.marks.link
  if (!type) return null
  const { $from, from, to, empty } = selection
  if (!empty) return doc.rangeHasMark(from, to, type) ? [from, to] : null
  const mark = type.isInSet($from.marks()) ?? type.isInSet($from.nodeAfter?.marks ?? [])
  if (!mark) return null
  const { parent } = $from
  let [first, last] = [$from.index(), $from.indexAfter()]
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) first -= 1
  while (last < parent.childCount && mark.isInSet(parent.child(last).marks)) last += 1
  const endOf = (index: number) => $from.posAtIndex(index)
  return [endOf(first), endOf(last)]
}

const link: EditorCommand = {
  step: ({ url, text }, state) => {
    const href = addressIn(String(url ?? ''))
    if (href === null) return null
    const type = markOf(state, 'link')
    const mark = type.create({ href })
    const said = typeof text === 'string' ? text.trim() : ''
    return changing((tr, now) => {
      const { from, to, empty } = now.selection
      const around = said !== '' ? null : empty ? linkRange(now) : ([from, to] as const)
      if (around) tr.addMark(...around, mark)
      else tr.replaceSelectionWith(now.schema.text(said || href, [mark]), false)
      // Text typed after the link stays unlinked.
      return tr.removeStoredMark(type)
    })
  },
  current: state => linkRange(state) !== null,
}

const unlink: EditorCommand = {
  step: () => (state, dispatch) => {
    const range = linkRange(state)
    return range !== null && changing(tr => tr.removeMark(...range, markOf(state, 'link')))(state, dispatch)
  },
  reason: state => (linkRange(state) ? undefined : 'reason.noLinkHere'),
}

const numberTo = (most: number) => (typed: string) => {
  const number = Number(typed)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : null
}

interface Entry {
  readonly name: string
  readonly label: string
  readonly standard: string
  read(typed: string): string | number | null
}

/** Arguments asked for in a form, by command. */
export const entriesOf: Readonly<Record<string, readonly Entry[]>> = {
  link: [
    { name: 'url', label: 'editor.url', standard: '', read: addressIn },
    { name: 'text', label: 'editor.linkText', standard: '', read: typed => typed.trim() },
  ],
  table: (['row', 'column'] as const).map(of => ({
    name: `${of}Count`,
    label: `editor.${of}Count`,
    standard: String(tableSize[`${of}s`]),
    read: numberTo(of === 'row' ? tableSize.maxRows : tableSize.maxColumns),
  })),
}

const table: EditorCommand = {
  step: (args, state) => {
    const [rows, columns] = (entriesOf.table ?? []).map(({ name, standard, read }) =>
      read(isNone(args[name]) ? standard : String(args[name])),
    )
    if (typeof rows !== 'number' || typeof columns !== 'number') return null
    const rowOf = (name: string) => {
      const cells = Array.from({ length: columns }, () => nodeOf(state, name).createAndFill())
      return nodeOf(state, 'table_row').create(
        null,
        cells.filter(cell => cell !== null),
      )
    }
    const lines = Array.from({ length: rows }, (_, at) => rowOf(at === 0 ? 'table_header' : 'table_cell'))
    return changing((tr, { selection: { from } }) => {
      tr.replaceSelectionWith(nodeOf(state, 'table').create(null, lines))
      // Cursor moves into the first cell.
      const first = Math.min(tr.mapping.map(from, -1) + 3, tr.doc.content.size)
      return tr.setSelection(TextSelection.near(tr.doc.resolve(first)))
    })
  },
}

const inTable = (command: Command, refusal: (state: EditorState) => string | false = () => false): EditorCommand => ({
  step: () => command,
  reason: state => (tables.isInTable(state) ? refusal(state) || undefined : 'reason.notInTable'),
})
const needing = (command: Command, reason: string) => inTable(command, state => !command(state) && reason)
const growing = (command: Command, side: 'height' | 'width', most: number) =>
  inTable(command, state => tables.selectedRect(state).map[side] >= most && 'reason.tableFull')
const row = (command: Command) => growing(command, 'height', tableSize.maxRows)
const column = (command: Command) => growing(command, 'width', tableSize.maxColumns)

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
  ...Object.fromEntries([...characterCommands, ...blockCommands]),
  clear: { step: () => clear },
  heading: {
    step: ({ value }, state) => {
      const level = Number(value ?? 0)
      if (!Number.isInteger(level) || level < 0 || level > 6) return null
      return level === 0 ? setBlockType(nodeOf(state, 'paragraph')) : setBlockType(nodeOf(state, 'heading'), { level })
    },
    current: state => blockAt(state).level ?? null,
  },
  alignLeft: aligned(null),
  alignCentre: aligned('center'),
  alignRight: aligned('right'),
  alignJustify: aligned('justify'),
  indent: {
    step: (_args, state) => setting({ indent: blockAt(state).indent ? null : indent }),
    current: state => Boolean(blockAt(state).indent),
  },
  bullets: listed('bullet_list'),
  numbers: listed('ordered_list'),
  quote: wrapped('blockquote', wrapIn, () => lift),
  rule: { step: (_args, state) => changing(tr => tr.replaceSelectionWith(nodeOf(state, 'hr').create())) },
  link,
  unlink,
  image: inserted('image', (src, alt) => img?.src?.test(src) && { src, alt }),
  video: inserted('video', src => video?.src?.test(src) && { src }),
  attachment: inserted(
    'attachment',
    (href, text) => href.startsWith('/files/') && a?.href?.test(href) && { href, name: text || href },
  ),
  emoticon: {
    step: ({ value }) => {
      const sign = String(value ?? '')
      return /^\P{ASCII}{1,12}$/u.test(sign) ? changing(tr => tr.insertText(sign)) : null
    },
  },
  code: {
    step: ({ value }, state) => {
      if (isNone(value)) return setBlockType(nodeOf(state, 'paragraph'))
      const language = String(value)
      return Object.hasOwn(codeLanguages, language) ? setBlockType(nodeOf(state, 'code_block'), { language }) : null
    },
    current: ({ selection }) => selection.$from.parent.attrs.language ?? null,
  },
  table,
  rowAbove: row(tables.addRowBefore),
  rowBelow: row(tables.addRowAfter),
  columnLeft: column(tables.addColumnBefore),
  columnRight: column(tables.addColumnAfter),
  deleteRow: inTable(tables.deleteRow),
  deleteColumn: inTable(tables.deleteColumn),
  mergeCells: needing(tables.mergeCells, 'reason.nothingToMerge'),
  splitCell: needing(tables.splitCell, 'reason.notMerged'),
  deleteTable: inTable(tables.deleteTable),
}
