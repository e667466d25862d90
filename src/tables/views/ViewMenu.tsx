import { Menu } from '@base-ui/react/menu'
import { useAtomValue } from 'jotai'
import { Check, ChevronDown } from 'lucide'
import type { Entity } from '#contract/schema/entity.ts'
import { shippedViews } from '#contract/views.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { reasonAgainst } from '../../commands/gate/availability.ts'
import { execute } from '../../commands/gate/execute.ts'
import { keysOf } from '../../commands/keys/keyBindings.ts'
import type { Query } from '../../data/records/rowWindow.ts'
import { CommandItem } from '../../grid/menus/CommandItem.tsx'
import { densities } from '../../grid/state/layout.ts'
import { layoutAtom } from '../../grid/state/storedLayout.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'
import { isChanged, openViewAtom, savedViewsAtom, shippedNamed } from './openViews.ts'
import styles from './ViewMenu.module.css'
import { choiceOfShipped } from './viewCommands.ts'

interface ViewMenuProps {
  readonly entity: Entity
  readonly query: Query
}

const run = (command: string, args = {}) => void execute(command, args, { surface: 'menu' })

const ofAnyView = ['view.saveAs', 'view.share']

const ofOwnView = ['view.save', 'view.saveAs', 'view.rename', 'view.makeDefault', 'view.share', 'view.delete']

/** Saved view menu; a dot marks unsaved changes. */
export function ViewMenu({ entity, query }: ViewMenuProps) {
  const text = useText()
  const open = useAtomValue(openViewAtom(entity.name))
  const saved = useAtomValue(savedViewsAtom(entity.name))
  const layout = useAtomValue(layoutAtom(entity.name))
  const shipped = shippedViews(entity)
  const openShippedView = shippedNamed(entity, open?.shipped)
  const title = openShippedView ? text(openShippedView.title) : open?.view.name
  const name = open ? title || text('view.unnamed') : text('view.whole')
  const hasChanged = open !== null && isChanged(open, query)
  const own = open && !open.isShared && !openShippedView ? open.view.name : null
  const chosen = openShippedView ? choiceOfShipped(openShippedView.name) : own
  const makeDefault = own !== null && own === saved.default ? 'view.unmake' : 'view.make'
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={controls.button}
        data-view-menu=""
        data-changed={hasChanged || undefined}
        aria-label={text(hasChanged ? 'view.menuChanged' : 'view.menu', { name })}
      >
        <span className={styles.name}>{name}</span>
        {open?.isShared ? <span className={styles.shared}>{text('view.shared')}</span> : null}
        {hasChanged ? <span className={styles.dot} aria-hidden="true" /> : null}
        <Drawing of={ChevronDown} size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} align="end" sideOffset={4}>
          <Menu.Popup className={menus.popup} data-menu="view">
            <Menu.RadioGroup value={open ? chosen : ''}>
              <Choice label={text('view.whole')} value="" onRun={() => run('view.leave')} />
              {shipped.map(view => (
                <Choice
                  key={choiceOfShipped(view.name)}
                  label={text(view.title)}
                  value={choiceOfShipped(view.name)}
                  onRun={() => run('view.open', { view: choiceOfShipped(view.name) })}
                />
              ))}
              {shipped.length > 0 && saved.views.length > 0 ? <Menu.Separator className={menus.line} /> : null}
              {saved.views.map(view => (
                <Choice
                  key={view.name}
                  label={view.name}
                  value={view.name}
                  hint={view.name === saved.default ? text('view.default') : undefined}
                  onRun={() => run('view.open', { view: view.name })}
                />
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menus.line} />
            {(own === null ? ofAnyView : ofOwnView).map(id => (
              <Item key={id} command={id} label={id === 'view.makeDefault' ? makeDefault : undefined} />
            ))}
            <Menu.Separator className={menus.line} />
            <Menu.RadioGroup value={layout.density}>
              <Menu.GroupLabel className={menus.heading}>{text('command.grid.density')}</Menu.GroupLabel>
              {densities.map(density => (
                <Choice
                  key={density}
                  label={text(`density.${density}`)}
                  value={density}
                  onRun={() => run('grid.density', { density })}
                />
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menus.line} />
            {['grid.columnsChoose', 'grid.columnsFit', 'grid.columnsReset'].map(id => (
              <Item key={id} command={id} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly hint?: string | undefined
  onRun(): void
}

function Choice({ label, value, hint, onRun }: ChoiceProps) {
  return (
    <Menu.RadioItem className={menus.item} value={value} closeOnClick onClick={onRun} data-choice={value}>
      <span className={menus.check}>
        <Menu.RadioItemIndicator>
          <Drawing of={Check} size={14} />
        </Menu.RadioItemIndicator>
      </span>
      <span className={menus.title}>{label}</span>
      {hint ? <span className={menus.reason}>{hint}</span> : null}
    </Menu.RadioItem>
  )
}

function Item({ command: id, label }: { readonly command: string; readonly label?: string | undefined }) {
  const command = findCommand(id)
  return (
    <CommandItem
      command={id}
      label={label}
      keys={command && keysOf(command)[0]?.seq}
      reason={command && reasonAgainst(command, 'menu')}
      onRun={() => run(id)}
    />
  )
}
