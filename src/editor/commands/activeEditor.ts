/** Which of the editors on screen its commands mean: the one that had the keyboard last, else the one that is there. */
const mounted: object[] = []
let active: object | null = null

/** Says that an editor is there; the returned function says that it is gone. */
export function editorThere(editor: object): () => void {
  mounted.push(editor)
  return () => {
    mounted.splice(mounted.indexOf(editor), 1)
    if (active === editor) active = null
  }
}

/** The keyboard is in this editor, or in its toolbar. */
export function editorEntered(editor: object): void {
  active = editor
}

/** The keyboard went elsewhere on the page. */
export function editorLeft(editor: object): void {
  if (active === editor) active = null
}

export function isMeant(editor: object): boolean {
  return active === null ? mounted.at(-1) === editor : active === editor
}
