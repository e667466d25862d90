/** What a command of the editor is to its text. */
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import type { Values } from '../../contract/schema/field.ts'

export interface Deed {
  /** The step that is taken with what is chosen; null where that is nothing that can be chosen. */
  step(args: Values, state: EditorState): Command | null
  /** Message key of why it cannot be taken here. */
  reason?(state: EditorState): string | undefined
  /** Is what it does so already where the cursor is? */
  isOn?(state: EditorState): boolean
  /** What is chosen where the cursor is, as `step` takes it. */
  value?(state: EditorState): unknown
}
