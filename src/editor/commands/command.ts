/** Editor command interface. */
import type { Command, EditorState } from '@milkdown/kit/prose/state'
import type { Values } from '../../contract/schema/field.ts'

export interface Deed {
  /** Step for the arguments; null if invalid. */
  step(args: Values, state: EditorState): Command | null
  /** Message key of the disabled reason. */
  reason?(state: EditorState): string | undefined
  /** Active at the cursor. */
  isOn?(state: EditorState): boolean
  /** Current value at the cursor, as `step` takes it. */
  value?(state: EditorState): unknown
}
