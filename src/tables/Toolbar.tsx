import type { ReactNode } from 'react'
import { commands } from '../commands/registry.ts'
import type { Entity } from '../contract/schema/entity.ts'
import { Button } from './Button.tsx'
import styles from './Screen.module.css'
import { useText } from './useText.ts'

/** Drawings for the verbs that declared actions have in common; another verb goes without. */
const icons: Readonly<Record<string, string>> = {
  submit: 'send',
  release: 'send',
  approve: 'shield-check',
  finish: 'square-check',
  reverse: 'undo',
  cancel: 'x',
}

interface ToolbarProps {
  entity: Entity
  /** Is one record open, rather than the list? */
  isRecord?: boolean
  /** Can what is open not be changed any more? */
  isReadOnly?: boolean
  /** What stands at the far end, e.g. the search. */
  children?: ReactNode
}

/** Every command of an entity as a button: the generic ones, its actions and what can be begun from it. */
export function Toolbar({ entity, isRecord = false, isReadOnly = false, children }: ToolbarProps) {
  const text = useText()
  const { name } = entity
  const declared = (key: string) => (
    <Button
      key={key}
      command={`${name}.${key}`}
      label={text(`${name}.${key}`)}
      look={entity.actions[key]?.risk === 'destructive' ? 'danger' : 'button'}
      {...(icons[key] ? { icon: icons[key] } : {})}
    />
  )
  const generic = (verb: string, icon: string, look?: 'primary' | 'danger') => (
    <Button command={`${name}.${verb}`} label={text(`tables.${verb}`)} icon={icon} {...(look ? { look } : {})} />
  )
  // A list of documents has nothing of its own to save: each is saved where it is open.
  const saves = isRecord ? !isReadOnly : !entity.document
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={text('tables.toolbar')}>
      {isRecord ? null : generic('new', 'plus', 'primary')}
      {saves ? generic('save', 'save', isRecord ? 'primary' : undefined) : null}
      {isRecord || entity.document ? null : (
        <Button command="record.open" label={text('tables.open')} icon="file-text" />
      )}
      {Object.keys(entity.actions).map(declared)}
      {Object.keys(entity.begins ?? {}).map(declared)}
      {commands()
        .filter(command => command.toolbar && command.entity === name)
        .map(({ id }) => (
          <Button key={id} command={id} />
        ))}
      {generic('copy', 'copy')}
      {isReadOnly ? null : generic('delete', 'trash', 'danger')}
      {isRecord ? null : generic('import', 'upload')}
      {isRecord ? null : generic('export', 'download')}
      <div className={styles.far}>{children}</div>
    </div>
  )
}
