/** Files that are dragged or pasted onto a field, or anywhere onto the form it stands in. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { text } from '../../data/api/messages.ts'

/** The form or the window a field stands in. */
const AREA = '[data-record], [role=dialog]'

const carriesFiles = (carried: DataTransfer | null) => carried?.types.includes('Files') ?? false

/** Pictures out of a clipboard are all called alike: they are named by when they came. */
function named(file: File): File {
  if (!/^image\.\w+$/i.test(file.name)) return file
  const now = new Date()
  const parts = [now.getHours(), now.getMinutes(), now.getSeconds()].map(part => String(part).padStart(2, '0'))
  const day = now.toLocaleDateString('sv-SE')
  const name = `${text('files.pasted', { time: `${day} ${parts.join('.')}` })}.${file.name.split('.').at(-1)}`
  return new File([file], name, { type: file.type })
}

/** Is it pasted where text is entered, or cells? A text that comes along is meant then, as from a sheet. */
function isMeantElsewhere({ target, clipboardData }: ClipboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role=grid], [contenteditable=true]')) return true
  return target.matches('input, textarea') && (clipboardData?.types.includes('text/plain') ?? false)
}

/**
 * Takes files that arrive while `isMeant`; answers whether some are being dragged over.
 * @param root the field
 */
export function useFileArrivals(
  root: RefObject<HTMLElement | null>,
  isMeant: () => boolean,
  take: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ isMeant, take })
  latest.current = { isMeant, take }
  useEffect(() => {
    const field = root.current
    const area = field?.closest<HTMLElement>(AREA) ?? field
    if (!field || !area) return
    const end = new AbortController()
    // Onto a field itself it is that field, anywhere else the one that is meant.
    const isOurs = ({ target, defaultPrevented }: Event) => {
      if (defaultPrevented || !(target instanceof Element)) return false
      const onField = target.closest('[data-files]')
      if (onField) return onField === field
      return (area.contains(target) || target === document.body) && latest.current.isMeant()
    }
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer) || !isOurs(event)) return setOver(false)
      event.preventDefault()
      setOver(true)
    }
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !area.contains(relatedTarget)) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      if (!carriesFiles(event.dataTransfer) || !isOurs(event)) return
      event.preventDefault()
      latest.current.take([...(event.dataTransfer?.files ?? [])])
    }
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isMeantElsewhere(event) || !isOurs(event)) return
      event.preventDefault()
      latest.current.take(files.map(named))
    }
    area.addEventListener('dragover', onDrag, { signal: end.signal })
    area.addEventListener('dragleave', onLeave, { signal: end.signal })
    area.addEventListener('drop', onDrop, { signal: end.signal })
    // Where nothing that can be written in has the keyboard, a paste arrives at the page.
    document.addEventListener('paste', onPaste, { signal: end.signal })
    return () => end.abort()
  }, [root])
  return isOver
}
