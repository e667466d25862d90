import { Popover } from '@base-ui/react/popover'
import { useMemo, useRef } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import type { Condition } from '../../data/records/row.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import { conditionsOf, withField } from './conditions.ts'
import styles from './Filter.module.css'
import { FilterField } from './FilterField.tsx'

interface ColumnFilterProps {
  entity: Entity
  name: string
  at: DOMRect
  where: readonly Condition[]
  onChange(where: readonly Condition[]): void
  onClose(): void
}

/** Filter of one field under its title; Enter closes. */
export function ColumnFilter({ entity, name, at, where, onChange, onClose }: ColumnFilterProps) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => at }), [at])
  const field = entity.fields[name]
  if (!field) return null
  const conditions = conditionsOf(where, name)
  const put = (next: readonly Condition[]) => onChange(withField(where, name, next))
  return (
    <Popover.Root open onOpenChange={isOpen => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          className={styles.positioner}
          anchor={anchor}
          sideOffset={2}
          align="start"
          collisionPadding={8}
        >
          <Popover.Popup
            className={styles.single}
            aria-label={text('filter.of', { name: text(`${entity.name}.${name}`) })}
            data-column-filter={name}
            initialFocus={() =>
              form.current?.querySelector<HTMLElement>('input:checked, input:not([type=radio])') ??
              form.current?.querySelector<HTMLElement>('select, input') ??
              null
            }
            finalFocus={() => document.querySelector<HTMLElement>(`[data-grid="${entity.name}"] [role=grid]`)}
          >
            <form
              ref={form}
              onSubmit={event => {
                event.preventDefault()
                onClose()
              }}
            >
              <FilterField
                entity={entity}
                where={where}
                name={name}
                field={field}
                conditions={conditions}
                onChange={put}
              />
              <div className={styles.singleFoot}>
                <button
                  type="button"
                  className={controls.quiet}
                  disabled={conditions.length === 0}
                  onClick={() => put([])}
                >
                  {text('tables.filterClear')}
                </button>
                <button type="submit" className={controls.primary}>
                  {text('filter.done')}
                </button>
              </div>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
