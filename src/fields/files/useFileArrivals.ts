/** File drop and paste on a field or its form. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { text } from '../../data/language.ts'
import { plantClock } from '../../data/plantClock.ts'

const AREA = '[data-record], [role=dialog]'

const carriesFiles = (carried: DataTransfer | null) => carried?.types.includes('Files') ?? false

/** Clipboard pictures share one name: rename by time. */
function named(file: File): File {
  if (!/^image\.\w+$/i.test(file.name)) return file
  const time = plantClock().wall(new Date().toISOString()).replaceAll(':', '.')
  const name = `${text('files.pasted', { time })}.${file.name.split('.').at(-1)}`
  return new File([file], name, { type: file.type })
}

/** Editors and grids own pastes with text, as from a spreadsheet. */
function isHandledElsewhere({ target, clipboardData }: ClipboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role=grid], [contenteditable=true]')) return true
  return target.matches('input, textarea') && (clipboardData?.types.includes('text/plain') ?? false)
}

/** Handles arriving files while `isMeant`; returns drag-over state. */
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
    // Direct targets win over the active field.
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
      if (files.length === 0 || isHandledElsewhere(event) || !isOurs(event)) return
      event.preventDefault()
      latest.current.take(files.map(named))
    }
    area.addEventListener('dragover', onDrag, { signal: end.signal })
    area.addEventListener('dragleave', onLeave, { signal: end.signal })
    area.addEventListener('drop', onDrop, { signal: end.signal })
    // Paste events target the document unless an editable is focused.
    document.addEventListener('paste', onPaste, { signal: end.signal })
    return () => end.abort()
  }, [root])
  return isOver
}
