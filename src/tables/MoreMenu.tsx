import { Menu } from '@base-ui/react/menu'
import { execute } from '../commands/execute.ts'
import { keysOf } from '../commands/keyBindings.ts'
import { reasonAgainst } from '../commands/refusal.ts'
import { findCommand } from '../commands/registry.ts'
import { titleOf } from '../commands/titles.ts'
import controls from './controls.module.css'
import { Icon } from './icons.tsx'
import { KeyCaps } from './KeyCaps.tsx'
import menus from './menu.module.css'
import type { ToolbarEntry } from './toolbarEntries.ts'
import { useText } from './useText.ts'

interface MoreMenuProps {
  /** What found no room on the toolbar. */
  entries: readonly ToolbarEntry[]
  /** What the state of the open record forbids. */
  forbidden: readonly ToolbarEntry[]
}

/** The commands of a toolbar that are not on it: the same ones in a menu, greyed ones with why. */
export function MoreMenu({ entries, forbidden }: MoreMenuProps) {
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
            {entries.length > 0 && forbidden.length > 0 ? <Menu.Separator className={menus.line} /> : null}
            {forbidden.length > 0 ? (
              <Menu.Group>
                <Menu.GroupLabel className={menus.heading}>{text('tables.notNow')}</Menu.GroupLabel>
                {forbidden.map(entry => (
                  <MoreItem key={entry.command} entry={entry} isExplained />
                ))}
              </Menu.Group>
            ) : null}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface MoreItemProps {
  entry: ToolbarEntry
  /** Does the heading above it say already why it is greyed? */
  isExplained?: boolean
}

function MoreItem({ entry: { command: id, label, icon, look }, isExplained = false }: MoreItemProps) {
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
      <span className={menus.drawing}>{icon ? <Icon name={icon} size={15} /> : null}</span>
      <span className={menus.title}>{label ? text(label) : titleOf(command)}</span>
      {reason && !isExplained ? <span className={menus.reason}>{text(reason)}</span> : null}
      {reason === undefined && key ? <KeyCaps keys={key.seq} /> : null}
    </Menu.Item>
  )
}
