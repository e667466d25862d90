import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide'
import { type CSSProperties, type ReactNode, type RefObject, useRef } from 'react'
import controls from './controls.module.css'
import styles from './Dialog.module.css'
import { Drawing } from './icons/icons.tsx'
import { useReturnFocus } from './keyboard/useReturnFocus.ts'
import { useSyncFocus } from './keyboard/useSyncFocus.ts'
import { useText } from './useText.ts'

interface DialogFrameProps {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** Width in pixels. */
  width?: number
  /** Outside clicks keep it open: for dialogs with input. */
  keepOnOutsideClick?: boolean
  initialFocus?: RefObject<HTMLElement | null>
}

/** Initial focus: input, else the safe answer; never close. */
function firstIn(frame: HTMLElement | null): HTMLElement | null {
  const field = 'input:not([type=radio], [type=checkbox], [type=file]), textarea, select'
  const inOrder = [field, '[data-first]', '[data-answer]']
  return inOrder.map(selector => frame?.querySelector<HTMLElement>(selector)).find(Boolean) ?? null
}

export function DialogFrame(props: DialogFrameProps) {
  const { open, title, onClose, children, footer, width, keepOnOutsideClick, initialFocus } = props
  const text = useText()
  const frame = useRef<HTMLDivElement>(null)
  const first = () => initialFocus?.current ?? firstIn(frame.current)
  const returnFocus = useReturnFocus(open, frame)
  useSyncFocus({ open, frame, first, close: onClose })
  return (
    <Dialog.Root
      open={open}
      onOpenChange={next => {
        if (!next) onClose()
      }}
      disablePointerDismissal={keepOnOutsideClick ?? false}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={styles.popup}
          data-sheet
          style={{ '--dialog-width': `${width ?? 480}px` } as CSSProperties}
          initialFocus={first}
          finalFocus={returnFocus}
          ref={frame}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close className={controls.iconButton} aria-label={text('shell.close')}>
              <Drawing of={X} size={16} />
            </Dialog.Close>
          </div>
          <div className={styles.body}>{children}</div>
          {footer ? <div className={styles.foot}>{footer}</div> : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
