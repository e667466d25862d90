import { Popover } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide'
import { type KeyboardEvent, useState } from 'react'
import { Drawing, Icon, iconNames } from '../../ui/icons/icons.tsx'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'

/** Icon drawn beside its name, chosen among the drawings. */
export function IconControl({ id, name, value, invalid, describedBy, onChange }: ControlProps) {
  const [isOpen, setOpen] = useState(false)
  const chosen = value ? String(value) : ''
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
        <Popover.Positioner side="bottom" align="start" sideOffset={4} className={styles.front}>
          <Popover.Popup
            className={styles.icons}
            aria-labelledby={`${id}-label`}
            initialFocus={() => document.querySelector<HTMLElement>('[data-icon-choice]:checked') ?? true}
            onKeyDown={event => {
              if (moveByRow(event)) return event.preventDefault()
              if (event.key !== 'Enter') return
              // Forms would go on to the next field.
              event.preventDefault()
              setOpen(false)
            }}
          >
            {iconNames().map(each => (
              <label key={each} title={each}>
                <input
                  type="radio"
                  name={`${id}-icon`}
                  value={each}
                  aria-label={each}
                  data-icon-choice
                  checked={each === chosen}
                  onChange={() => onChange(each)}
                  onClick={event => {
                    if (event.detail > 0) setOpen(false)
                  }}
                />
                <Icon name={each} size={18} />
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
  const all = [...currentTarget.querySelectorAll<HTMLElement>('[data-icon-choice]')]
  const at = all.indexOf(target)
  const { left } = target.getBoundingClientRect()
  const isBelow = (each: HTMLElement) => Math.abs(each.getBoundingClientRect().left - left) < 1
  const next = key === 'ArrowDown' ? all.slice(at + 1).find(isBelow) : all.slice(0, at).findLast(isBelow)
  next?.focus()
  next?.click()
  return true
}
