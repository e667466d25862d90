import { Menu } from '@base-ui/react/menu'
import { execute, reasonAgainst } from '../commands/execute.ts'
import { keysOf } from '../commands/keyBindings.ts'
import { findCommand } from '../commands/registry.ts'
import { titleOf } from '../commands/titles.ts'
import { iconOf } from './commandLook.ts'
import controls from './controls.module.css'
import { Icon } from './icons.tsx'
import { KeyCaps } from './KeyCaps.tsx'
import menus from './menu.module.css'
import type { ToolbarEntry } from './toolbarEntries.ts'
import { useText } from './useText.ts'

/** What found no room on a toolbar, or cannot be done now: the same commands in a menu, each with why it is greyed. */
export function MoreMenu({ entries }: { entries: readonly ToolbarEntry[] }) {
  const text = useText()
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={controls.iconButton} aria-label={text('tables.more')} data-hint={text('tables.more')}>
        <Icon name="ellipsis" size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} align="start" sideOffset={4}>
          <Menu.Popup className={menus.popup}>
            {entries.map(entry => (
              <MoreItem key={entry.command} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function MoreItem({ entry: { command: id, label, icon, look } }: { entry: ToolbarEntry }) {
  const text = useText()
  const command = findCommand(id)
  if (!command) return null
  const reason = reasonAgainst(command)
  const [key] = keysOf(command)
  return (
    <Menu.Item
      className={menus.item}
      data-command={id}
      data-look={look}
      aria-disabled={reason !== undefined || undefined}
      // Run all the same where it is greyed: the status bar then says why it could not.
      onClick={() => void execute(id, {}, { surface: 'menu' })}
    >
      <Icon name={icon ?? iconOf(command)} size={15} />
      <span className={menus.title}>{label ? text(label) : titleOf(command)}</span>
      {reason ? <span className={menus.reason}>{text(reason)}</span> : key ? <KeyCaps keys={key.seq} /> : null}
    </Menu.Item>
  )
}
