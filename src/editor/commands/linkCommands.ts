/** Link commands: set, insert with text, remove. */
import type { EditorState } from '@milkdown/kit/prose/state'
import { richTextRules } from '#contract/schema/richText.ts'
import type { EditorCommand } from './command.ts'

export function addressIn(typed: string): string | null {
  const written = typed.trim()
  const address =
    /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(written) && !/^\w+:/.test(written) ? `https://${written}` : written
  return richTextRules.attributes.a?.href?.test(address) ? address : null
}

function rangeOf({ selection, schema, doc }: EditorState): readonly [from: number, to: number] | null {
  const type = schema.marks.link
  if (!type) return null
  if (!selection.empty) {
    const { from, to } = selection
    return doc.rangeHasMark(from, to, type) ? [from, to] : null
  }
  const { $from } = selection
  const mark = type.isInSet($from.marks()) ?? type.isInSet($from.nodeAfter?.marks ?? [])
  if (!mark) return null
  const runs: [from: number, to: number][] = []
  $from.parent.forEach((child, offset) => {
    if (!mark.isInSet(child.marks)) return
    const at = $from.start() + offset
    const last = runs.at(-1)
    if (last?.[1] === at) last[1] = at + child.nodeSize
    else runs.push([at, at + child.nodeSize])
  })
  return runs.find(([from, to]) => from <= $from.pos && $from.pos <= to) ?? null
}

export const linkCommands: Readonly<Record<string, EditorCommand>> = {
  link: {
    step: ({ url, text }, state) => {
      const href = addressIn(String(url ?? ''))
      const type = state.schema.marks.link
      if (href === null || !type) return null
      const mark = type.create({ href })
      return (now, dispatch) => {
        const { from, to, empty } = now.selection
        const said = typeof text === 'string' && text.trim() !== '' ? text.trim() : null
        const { tr } = now
        const around = empty && said === null ? rangeOf(now) : null
        if (around) tr.addMark(...around, mark)
        else if (empty || said !== null) tr.replaceSelectionWith(now.schema.text(said ?? href, [mark]), false)
        else tr.addMark(from, to, mark)
        // Text typed after the link stays unlinked.
        dispatch?.(tr.removeStoredMark(type).scrollIntoView())
        return true
      }
    },
    isOn: state => rangeOf(state) !== null,
  },
  unlink: {
    step: () => (now, dispatch) => {
      const range = rangeOf(now)
      const type = now.schema.marks.link
      if (!range || !type) return false
      dispatch?.(now.tr.removeMark(...range, type).scrollIntoView())
      return true
    },
    reason: state => (rangeOf(state) ? undefined : 'reason.noLinkHere'),
  },
}
