import type { ComponentType } from 'react'
import type { Kind } from '#contract/schema/field.ts'
import type { DialogEditorProps } from '../fields/dialogEditor.ts'
import { part } from '../ui/part.tsx'

const richText = part(() => import('./view/RichTextWindow.tsx'))
const files = part(() => import('../fields/files/FilesWindow.tsx'))

export const dialogEditors: Partial<Record<Kind, ComponentType<DialogEditorProps>>> = {
  richText,
  image: files,
  files,
}

export const hasDialogEditor = (kind: Kind): boolean => kind in dialogEditors
