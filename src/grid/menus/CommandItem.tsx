import { Menu } from '@base-ui/react/menu'
import { findCommand } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'

interface CommandItemProps {
  readonly command: string
  readonly label?: string | undefined
  readonly values?: Readonly<Record<string, string>> | undefined
  readonly icon?: string | undefined
  readonly look?: string | undefined
  readonly keys?: string | undefined
  readonly reason?: string | undefined
  /** Reason already shown by the group heading. */
  readonly isExplained?: boolean
  /** Runs even when disabled: the gate then reports the reason. */
  onRun(): void
}

export function CommandItem({
  command: id,
  label,
  values,
  icon,
  look,
  keys,
  reason,
  isExplained,
  onRun,
}: CommandItemProps) {
  const text = useText()
  const command = findCommand(id)
  if (!command) return null
  return (
    <Menu.Item
      className={menus.item}
      data-command={id}
      data-look={look}
      aria-disabled={reason !== undefined || undefined}
      onClick={onRun}
    >
      <span className={menus.drawing}>{icon ? <Icon name={icon} size={15} /> : null}</span>
      <span className={menus.title}>{label ? text(label, values) : commandTitle(command)}</span>
      {reason && !isExplained ? <span className={menus.reason}>{text(reason)}</span> : null}
      {reason === undefined && keys ? <KeyCaps keys={keys} /> : null}
    </Menu.Item>
  )
}
