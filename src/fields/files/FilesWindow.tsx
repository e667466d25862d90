import { useId, useRef } from 'react'
import controls from '../../ui/controls.module.css'
import { DialogFrame } from '../../ui/DialogFrame.tsx'
import { useText } from '../../ui/useText.ts'
import type { DialogEditorProps } from '../dialogEditor.ts'
import { FilesControl } from './FilesControl.tsx'

export default function FilesWindow(props: DialogEditorProps) {
  const { name, title, field, row, isReadOnly, onChange, onClose } = props
  const text = useText()
  const id = useId()
  const first = useRef<HTMLElement>(null)
  return (
    <DialogFrame
      open
      title={title}
      width={560}
      keepOnOutsideClick
      initialFocus={first}
      onClose={onClose}
      footer={
        <button type="button" className={controls.button} data-answer="close" onClick={onClose}>
          {text('shell.close')}
        </button>
      }
    >
      <FilesControl
        id={id}
        name={name}
        title={title}
        field={field}
        row={row}
        place={props.place}
        rowNow={props.rowNow}
        first={first}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    </DialogFrame>
  )
}
