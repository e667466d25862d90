/** Editor command interface. */
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import type { Values } from '#contract/schema/field.ts'

export interface EditorCommand {
  step(args: Values, state: EditorState): Command | null
  reason?(state: EditorState): string | undefined
  isOn?(state: EditorState): boolean
  value?(state: EditorState): unknown
}
