/** Kinds that are entered in a window of their own, each loaded when the first one opens. One row a kind. */
import type { ComponentType } from 'react'
import type { Field, Kind, Values } from '../../contract/schema/field.ts'
import { part } from '../part.tsx'

export interface WindowProps {
  readonly name: string
  /** What the column is called. */
  readonly title: string
  readonly field: Field
  /** The row it stands in, with what was changed in it. */
  readonly row: Values
  /** What tells the cell from all others while its grid is on screen. */
  readonly place: string
  /** The row as it is by then, for what ends after the window was closed. */
  rowNow(): Values | undefined
  readonly isReadOnly: boolean
  onChange(value: unknown): void
  onClose(): void
}

const richText = part(() => import('./richText/RichTextWindow.tsx'))
const files = part(() => import('../files/FilesWindow.tsx'))

export const windows: Partial<Record<Kind, ComponentType<WindowProps>>> = {
  richText,
  image: files,
  files,
}

export const hasWindow = (kind: Kind): boolean => kind in windows
