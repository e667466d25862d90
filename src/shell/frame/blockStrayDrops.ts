function refuse(event: DragEvent): void {
  const { dataTransfer } = event
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

/** Blocks stray file drops: navigating to the file would lose drafts. Returns the stop function. */
export function blockStrayDrops(): () => void {
  const end = new AbortController()
  window.addEventListener('dragover', refuse, { signal: end.signal })
  window.addEventListener('drop', refuse, { signal: end.signal })
  return () => end.abort()
}
