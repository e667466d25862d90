/** Active editor of commands: last focused, otherwise the only one. */
import { storeLocal } from '../../data/store.ts'

const editors = storeLocal(() => ({ mounted: [] as object[], active: null as object | null }))

export function editorThere(editor: object): () => void {
  const { mounted } = editors()
  mounted.push(editor)
  return () => {
    mounted.splice(mounted.indexOf(editor), 1)
    editorLeft(editor)
  }
}

export function editorEntered(editor: object): void {
  editors().active = editor
}

export function editorLeft(editor: object): void {
  if (editors().active === editor) editors().active = null
}

export function isActive(editor: object): boolean {
  const { mounted, active } = editors()
  return active === null ? mounted.at(-1) === editor : active === editor
}
