import { Menu } from '@base-ui/react/menu'
import { useAtomValueRawSync } from 'jotai'
import { Fragment, useMemo, useRef } from 'react'
import { entityNamed } from '#contract/index.ts'
import { isEditable } from '#contract/schema/entity.ts'
import { findCommand, isPermitted } from '../../commands/core/registry.ts'
import { opensAsDocument } from '../../commands/entity/entitySave.ts'
import { execute } from '../../commands/gate/execute.ts'
import { text } from '../../data/language.ts'
import { store } from '../../data/store.ts'
import { useSyncFocus } from '../../ui/keyboard/useSyncFocus.ts'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'
import { keyboardOf } from '../commands/focus.ts'
import { linkAtCursor, referenceAtCursor } from '../commands/recordAtCursor.ts'
import { textOf } from '../state/column.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState, type OpenMenu } from '../state/gridState.ts'
import { CommandItem } from './CommandItem.tsx'
import { type MenuEntry, type MenuPlace, menuGroups } from './menuEntries.ts'
import { targetRows } from './menuRows.ts'

export function GridMenu({ grid }: { readonly grid: GridState }) {
  const menu = useAtomValueRawSync(grid.menuAtom, { store })
  return menu && <Opened grid={grid} menu={menu} />
}

/** Row and reference at the cursor, as the menu names them. */
function linksOf(grid: GridState): Pick<MenuPlace, 'opened' | 'reference' | 'isEditable'> {
  const { entity, source, onOpen } = grid.props
  const { row, column } = cursorOf(grid)
  const values = row === header ? undefined : source.row(row)
  if (!values) return {}
  const definition = entity === undefined ? undefined : entityNamed(entity)
  const edit = findCommand(`${entity}.edit`)
  const isOpenable =
    onOpen !== undefined && (grid.props.addressOf === undefined || grid.props.addressOf(row) !== undefined)
  const canEdit = definition !== undefined && edit !== undefined && isPermitted(edit) && isEditable(definition, values)
  const isOpened = isOpenable && !(canEdit && opensAsDocument(definition))
  const [, referred] = linkAtCursor(grid)?.split('/') ?? []
  const of = grid.columns[column]
  return {
    isEditable: canEdit,
    opened: isOpened ? (entity === undefined ? '' : text(entity)) : undefined,
    reference: referred && of ? `${text(referred)} ${textOf(of, values)}` : undefined,
  }
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
      ...linksOf(grid),
    })
    // Only row commands display a row count.
    const actsOnRows = shown[0]?.some(({ command }) => command.startsWith(`${entity}.`)) ?? false
    return { args: targets, groups: shown, count: actsOnRows && !targets.ids ? (selection?.size ?? 0) : 0 }
  }, [grid, menu])

  const close = () => store.set(grid.menuAtom, null)
  const first = () => popup.current?.querySelector<HTMLElement>('[role=menuitem]') ?? popup.current
  useSyncFocus({ open: true, frame: popup, first, close })
  const argumentsOf = (command: string) => {
    if (command === 'record.openReference') return { ...referenceAtCursor(grid) }
    return command.startsWith('grid.') ? {} : args
  }
  const run = ({ command }: MenuEntry) => {
    close()
    // Focus returns first: commands and dialogs expect it in the grid.
    grid.focusActive()
    void execute(command, argumentsOf(command), { surface: 'menu' })
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
