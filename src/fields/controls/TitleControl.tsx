import { useState } from 'react'
import { menuTitle, menuTitleKey } from '../../data/session/menuTitle.ts'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'
import { TextControl } from './TextControl.tsx'

/** Title of a menu entry in the reader's language, with its key. */
export function TitleControl(props: ControlProps) {
  const { row, value, onChange } = props
  const [stored] = useState(value)
  const titleOf = (title: unknown) => ({ name: String(row.name ?? ''), title: String(title ?? '') })
  const key = menuTitleKey(titleOf(value))
  return (
    <span className={styles.keyed}>
      <TextControl
        {...props}
        value={value ? menuTitle(titleOf(value)) : value}
        onChange={next => onChange(next === menuTitle(titleOf(stored)) ? stored : next)}
      />
      {key === undefined ? null : <code data-message-key>{key}</code>}
    </span>
  )
}
