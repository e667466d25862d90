import { ChevronDown } from 'lucide'
import type { RefObject } from 'react'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Control.module.css'

interface OpenButtonProps {
  readonly input: RefObject<HTMLInputElement | null>
  onOpen(): void
}

/** Chevron of a choice field; the keyboard stays in the input. */
export function OpenButton({ input, onOpen }: OpenButtonProps) {
  const text = useText()
  return (
    <button
      type="button"
      className={styles.open}
      tabIndex={-1}
      aria-label={text('tables.choose')}
      onMouseDown={event => {
        event.preventDefault()
        input.current?.focus()
        onOpen()
      }}
    >
      <Drawing of={ChevronDown} size={14} />
    </button>
  )
}
