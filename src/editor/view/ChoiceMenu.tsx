import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide'
import { useMemo, useRef } from 'react'
import { findCommand } from '../../commands/core/registry.ts'
import { commandTitle } from '../../commands/core/titles.ts'
import { execute } from '../../commands/gate/execute.ts'
import { Drawing } from '../../ui/icons/icons.tsx'
import menus from '../../ui/menu.module.css'
import { choicesOf, type EditorChoice } from '../commands/choices.ts'
import styles from './RichText.module.css'

interface Props {
  readonly name: string
  readonly value: unknown
  readonly anchor: Element | null
  onClose(): void
  focusText(): void
}

/** Lengths carry a unit, null means default. */
const isChosen = ({ value }: EditorChoice, current: unknown) =>
  value === null ? current === null : [String(value), `${value}px`].includes(String(current))

export function ChoiceMenu({ name, value, anchor, onClose, focusText }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  const isEntered = useRef(false)
  const { isGrid, choices } = useMemo(() => choicesOf[name]?.() ?? { isGrid: false, choices: [] }, [name])
  const command = findCommand(`editor.${name}`)
  // Emoticons are inserted: none is current.
  const isOneOf = value !== undefined
  const chosen = choices.find(choice => isChosen(choice, value))
  const item = (choice: EditorChoice) => ({
    className: isGrid ? styles.sign : menus.item,
    'data-value': choice.value ?? '',
    'data-chosen': choice === chosen || undefined,
    'aria-label': isGrid ? choice.label : undefined,
    title: isGrid ? choice.label : undefined,
    style: choice.look,
    onClick: () => {
      onClose()
      focusText()
      void execute(`editor.${name}`, { value: choice.value }, { surface: 'menu' })
    },
    children: isGrid ? (
      <Sign choice={choice} />
    ) : (
      <>
        <span className={menus.title}>{choice.label}</span>
        {choice === chosen ? <Drawing of={Check} size={14} /> : null}
      </>
    ),
  })
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={open => !open && onClose()}
      {...(isGrid ? { orientation: 'horizontal' as const } : {})}
    >
      <Menu.Portal>
        <Menu.Positioner className={menus.positioner} anchor={anchor} align="start" side="bottom" sideOffset={4}>
          <Menu.Popup
            ref={popup}
            className={isGrid ? styles.signs : menus.popup}
            aria-label={command && commandTitle(command)}
            data-choices={name}
            finalFocus={() => {
              focusText()
              return false
            }}
            onFocus={event => {
              if (isEntered.current || event.target !== event.currentTarget) return
              isEntered.current = true
              const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-value]')]
              ;(items.find(item => item.dataset.chosen !== undefined) ?? items[0])?.focus()
            }}
          >
            {isOneOf ? (
              <Menu.RadioGroup
                className={styles.oneOf}
                value={chosen?.value}
                aria-label={command && commandTitle(command)}
              >
                {choices.map(choice => (
                  <Menu.RadioItem key={choice.value} value={choice.value} {...item(choice)} />
                ))}
              </Menu.RadioGroup>
            ) : (
              choices.map(choice => <Menu.Item key={choice.value} {...item(choice)} />)
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Sign({ choice: { value, label, look } }: { choice: EditorChoice }) {
  if (look) return null
  return <span data-none={value === null || undefined}>{value === null ? '' : label}</span>
}
