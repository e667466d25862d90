/** A file that is dropped beside every field: the browser would open it, and the console with all that is unsaved would be gone. */

function refuse(event: DragEvent): void {
  const { dataTransfer } = event
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

/** Begins to refuse what nobody takes; the returned function ends it. */
export function blockStrayDrops(): () => void {
  const end = new AbortController()
  window.addEventListener('dragover', refuse, { signal: end.signal })
  window.addEventListener('drop', refuse, { signal: end.signal })
  return () => end.abort()
}
