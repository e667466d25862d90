/** Protection against dropped files, which browsers open in place of the page. */
function refuse(event: DragEvent): void {
  const { dataTransfer } = event
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

/** Blocks unhandled drops, which would lose drafts; returns the disposer. */
export function blockStrayDrops(): () => void {
  const end = new AbortController()
  window.addEventListener('dragover', refuse, { signal: end.signal })
  window.addEventListener('drop', refuse, { signal: end.signal })
  return () => end.abort()
}
