import { Menu } from '@base-ui/react/menu'
import { useAtomValue } from 'jotai'
import { CircleQuestionMark } from 'lucide'
import { execute } from '../../commands/gate/execute.ts'
import { loadSystemInformation, systemInformationAtom } from '../../data/settings/systemInformation.ts'
import { store } from '../../data/store.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { useKeysOf } from '../../ui/keyboard/useKeysOf.ts'
import menus from '../../ui/menu.module.css'
import { useText } from '../../ui/useText.ts'
import help from '../help/Help.module.css'

const items = ['help.page', 'help.guide', 'keys.sheet'] as const

export function HelpMenu() {
  const text = useText()
  const version = useAtomValue(systemInformationAtom)?.version
  const readVersion = (isOpen: boolean) => {
    if (isOpen && !store.get(systemInformationAtom)) void loadSystemInformation()
  }
  return (
    <Menu.Root modal={false} onOpenChange={readVersion}>
      <Menu.Trigger
        className={controls.iconButton}
        aria-label={text('help.menu')}
        data-hint={text('help.menu')}
        data-message="help.menu"
      >
        <Drawing of={CircleQuestionMark} size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} align="end" sideOffset={6}>
          <Menu.Popup className={menus.popup}>
            {items.map(command => (
              <Item key={command} command={command} />
            ))}
            <div className={menus.line} />
            <div className={help.version}>{text('help.version', { version: version ?? '' })}</div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Item({ command }: { command: (typeof items)[number] }) {
  const text = useText()
  const [key] = useKeysOf(command)
  return (
    <Menu.Item
      className={menus.item}
      data-command={command}
      onClick={() => void execute(command, {}, { surface: 'menu' })}
    >
      <span className={menus.title}>{text(`command.${command}`)}</span>
      {key ? <KeyCaps keys={key} /> : null}
    </Menu.Item>
  )
}
