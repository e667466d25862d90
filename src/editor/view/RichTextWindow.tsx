import { useId, useRef } from 'react'
import { flushEditing } from '../../commands/core/pendingEdit.ts'
import type { DialogEditorProps } from '../../fields/dialogEditor.ts'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { useText } from '../../ui/useText.ts'
import { RichTextControl, RichTextView } from './RichText.tsx'

export default function RichTextWindow({ name, title, row, isReadOnly, onChange, onClose }: DialogEditorProps) {
  const text = useText()
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const isClosing = useRef(false)
  // Pending pictures settle first, unless cancelled or removed.
  const finish = async () => {
    if (isClosing.current) return
    isClosing.current = true
    await flushEditing()
    onClose()
  }
  const value = typeof row[name] === 'string' ? String(row[name]) : ''
  return (
    <DialogFrame
      open
      title={title}
      width={920}
      keepOnOutsideClick
      onClose={finish}
      initialFocus={close}
      footer={
        <button ref={close} type="button" className={controls.primary} data-answer="close" onClick={finish}>
          {text(isReadOnly ? 'shell.close' : 'editor.done')}
        </button>
      }
    >
      <span id={`${id}-label`} hidden>
        {title}
      </span>
      {isReadOnly ? (
        <RichTextView html={value} plain="" />
      ) : (
        <RichTextControl
          id={id}
          title={title}
          value={value}
          label=""
          takesFocus
          invalid={false}
          describedBy={undefined}
          onChange={onChange}
        />
      )}
    </DialogFrame>
  )
}
