/** Active editor of commands: last focused, otherwise the only one. */
const mounted: object[] = []
let active: object | null = null

export function editorThere(editor: object): () => void {
  mounted.push(editor)
  return () => {
    mounted.splice(mounted.indexOf(editor), 1)
    if (active === editor) active = null
  }
}

export function editorEntered(editor: object): void {
  active = editor
}

export function editorLeft(editor: object): void {
  if (active === editor) active = null
}

export function isActive(editor: object): boolean {
  return active === null ? mounted.at(-1) === editor : active === editor
}
