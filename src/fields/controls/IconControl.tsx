import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Drawing, Icon, iconNames } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import popups from '../Popup.module.css'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'

/** Icon drawn beside its name, chosen among the drawings. */
export function IconControl({ id, name, field, value, invalid, describedBy, onChange }: ControlProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  const chosen = value ? String(value) : ''
  const choices = field.required ? iconNames() : ['', ...iconNames()]
  const titleOf = (choice: string) => choice || text('setting.noValue')
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        id={id}
        className={styles.icon}
        data-name={name}
        aria-labelledby={`${id}-label ${id}`}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      >
        {chosen === '' ? null : <Icon name={chosen} />}
        <span>{chosen || '–'}</span>
        <Drawing of={ChevronDown} size={14} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={4} className={popups.front}>
          <Popover.Popup
            ref={popup}
            className={`${popups.popup} ${styles.icons}`}
            aria-labelledby={`${id}-label`}
            initialFocus={() => popup.current?.querySelector<HTMLElement>(':checked') ?? true}
            onKeyDown={event => {
              if (moveByRow(event)) return event.preventDefault()
              if (event.key !== 'Enter') return
              // Forms would go on to the next field.
              event.preventDefault()
              setOpen(false)
            }}
          >
            {choices.map(each => (
              <label key={each} title={titleOf(each)}>
                <input
                  type="radio"
                  name={`${id}-icon`}
                  value={each}
                  aria-label={titleOf(each)}
                  checked={each === chosen}
                  onChange={() => onChange(each || null)}
                  onClick={event => {
                    if (event.detail > 0) setOpen(false)
                  }}
                />
                {each === '' ? <span>–</span> : <Icon name={each} size={18} />}
              </label>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function moveByRow({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof HTMLElement)) return false
  const all = [...currentTarget.querySelectorAll<HTMLElement>('input')]
  const at = all.indexOf(target)
  const { left } = target.getBoundingClientRect()
  const isBelow = (each: HTMLElement) => Math.abs(each.getBoundingClientRect().left - left) < 1
  const next = key === 'ArrowDown' ? all.slice(at + 1).find(isBelow) : all.slice(0, at).findLast(isBelow)
  next?.focus()
  next?.click()
  return true
}
