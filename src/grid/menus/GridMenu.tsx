import { Menu } from '@base-ui/react/menu'
import { useAtomValueRawSync } from 'jotai'
import { Fragment, useMemo, useRef } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { store } from '../../data/store.ts'
import { useSyncFocus } from '../../ui/keyboard/useSyncFocus.ts'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'
import { keyboardOf } from '../commands/focus.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState, type OpenMenu } from '../state/gridState.ts'
import { CommandItem } from './CommandItem.tsx'
import { type MenuEntry, menuGroups } from './menuEntries.ts'
import { targetRows } from './menuRows.ts'

export function GridMenu({ grid }: { readonly grid: GridState }) {
  const menu = useAtomValueRawSync(grid.menuAtom, { store })
  return menu && <Opened grid={grid} menu={menu} />
}

function Opened({ grid, menu }: { readonly grid: GridState; readonly menu: OpenMenu }) {
  const text = useText()
  const popup = useRef<HTMLDivElement>(null)
  const isEntered = useRef(false)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => menu.at }), [menu])
  // Snapshot at opening: nothing moves under the pointer.
  const { args, groups, count } = useMemo(() => {
    const { entity, offers, selection } = grid.props
    const { row, column } = cursorOf(grid)
    const targets = targetRows(grid.props, row)
    const shown = menuGroups({
      kind: menu.kind,
      entity,
      offers,
      args: targets,
      isOnTitle: row === header,
      pinned: grid.columns[column]?.pinned,
    })
    // Only row commands display a row count.
    const actsOnRows = shown[0]?.some(({ command }) => command.startsWith(`${entity}.`)) ?? false
    return { args: targets, groups: shown, count: actsOnRows && !targets.ids ? (selection?.size ?? 0) : 0 }
  }, [grid, menu])

  const close = () => store.set(grid.menuAtom, null)
  const first = () => popup.current?.querySelector<HTMLElement>('[role=menuitem]') ?? popup.current
  useSyncFocus({ open: true, frame: popup, first, close })
  const run = ({ command }: MenuEntry) => {
    close()
    // Focus returns first: commands and dialogs expect it in the grid.
    grid.focusActive()
    void execute(command, command.startsWith('grid.') ? {} : args, { surface: 'menu' })
  }
  return (
    <Menu.Root open modal={false} onOpenChange={open => !open && close()}>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} anchor={anchor} align="start" side="bottom">
          <Menu.Popup
            ref={popup}
            className={menus.popup}
            aria-label={text(`grid.menu.${menu.kind}`)}
            data-menu={menu.kind}
            finalFocus={() => {
              // A click elsewhere has already moved focus.
              const isHere = popup.current?.contains(document.activeElement) || document.activeElement === document.body
              return isHere ? keyboardOf(grid) : false
            }}
            onFocus={event => {
              if (!menu.byKey || isEntered.current || event.target !== event.currentTarget) return
              isEntered.current = true
              event.currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus()
            }}
            // Browsers fire `contextmenu` again on release of the menu key.
            onContextMenu={event => event.preventDefault()}
          >
            {groups.map((group, at) => (
              <Fragment key={group[0]?.command}>
                {at > 0 ? <Menu.Separator className={menus.line} /> : null}
                <Menu.Group>
                  {at === 0 && count > 1 ? (
                    <Menu.GroupLabel className={menus.heading}>{text('grid.menu.rows', { count })}</Menu.GroupLabel>
                  ) : null}
                  {group.map(entry => (
                    <CommandItem key={entry.command} {...entry} onRun={() => run(entry)} />
                  ))}
                </Menu.Group>
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
