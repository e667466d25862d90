import { Menu } from '@base-ui/react/menu'
import type { ToolbarEntry } from '../../commands/core/command.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import { execute } from '../../commands/gate/execute.ts'
import { keysOf } from '../../commands/keys/keyBindings.ts'
import { CommandItem } from '../../grid/menus/CommandItem.tsx'
import controls from '../../ui/controls.module.css'
import { Icon } from '../../ui/icons/icons.tsx'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'

interface MoreMenuProps {
  entries: readonly ToolbarEntry[]
  forbidden: readonly ToolbarEntry[]
  onOpen?: () => void
}

export function MoreMenu({ entries, forbidden, onOpen }: MoreMenuProps) {
  const text = useText()
  return (
    <Menu.Root modal={false} onOpenChange={isOpen => isOpen && onOpen?.()}>
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
  /** Reason already shown by the group heading. */
  isExplained?: boolean
}

function MoreItem({ entry, isExplained = false }: MoreItemProps) {
  const command = findCommand(entry.command)
  return (
    <CommandItem
      {...entry}
      keys={command && keysOf(command)[0]?.seq}
      reason={command && reasonAgainst(command)}
      isExplained={isExplained}
      onRun={() => void execute(entry.command, {}, { surface: 'menu' })}
    />
  )
}
