import { Menu } from '@base-ui/react/menu'
import { type RefObject, useMemo, useRef } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { CommandItem } from '../../grid/menus/CommandItem.tsx'
import { useSyncFocus } from '../../ui/keyboard/useSyncFocus.ts'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'
import { controlNamed } from './formFocus.ts'

export interface FieldMenuPlace {
  readonly name: string
  readonly commands: readonly string[]
  readonly at: DOMRect
}

interface FieldMenuProps {
  readonly place: FieldMenuPlace
  readonly frame: RefObject<HTMLElement | null>
  onClose(): void
}

export function FieldMenu({ place, frame, onClose }: FieldMenuProps) {
  const text = useText()
  const popup = useRef<HTMLDivElement>(null)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => place.at }), [place])
  const first = () => popup.current?.querySelector<HTMLElement>('[role=menuitem]') ?? popup.current
  useSyncFocus({ open: true, frame: popup, first, close: onClose })
  const control = () => (frame.current && controlNamed(frame.current, [place.name])) ?? true
  const run = (command: string) => {
    onClose()
    const args = command === 'field.unfoldAll' ? {} : { fields: [place.name] }
    void execute(command, args, { surface: 'menu' })
  }
  return (
    <Menu.Root open modal={false} onOpenChange={open => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} anchor={anchor} align="start" side="bottom">
          <Menu.Popup ref={popup} className={menus.popup} aria-label={text('field.menu')} finalFocus={control}>
            {place.commands.map(command => (
              <CommandItem key={command} command={command} onRun={() => run(command)} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
