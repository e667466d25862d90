import { Popover } from '@base-ui/react/popover'
import { ListFilter } from 'lucide-react'
import type { Entity } from '../../contract/schema/entity.ts'
import type { Condition } from '../../data/rows.ts'
import controls from '../controls.module.css'
import { useText } from '../useText.ts'
import { conditionsOf, withField } from './conditions.ts'
import styles from './Filter.module.css'
import { FilterField } from './FilterField.tsx'

interface FilterProps {
  entity: Entity
  where: readonly Condition[]
  onChange(where: readonly Condition[]): void
}

/** All filters of a list behind one button. They count as they are entered. */
export function Filter({ entity, where, onChange }: FilterProps) {
  const text = useText()
  const fields = Object.entries(entity.fields).filter(([, field]) => field.filter)
  const count = new Set(where.map(condition => condition.field)).size
  if (fields.length === 0) return null
  return (
    <Popover.Root>
      <Popover.Trigger className={controls.button} data-filter>
        <ListFilter size={15} aria-hidden="true" />
        {text('tables.filter')}
        {count > 0 ? <span className={styles.count}>{count}</span> : null}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} sideOffset={6} align="end">
          <Popover.Popup className={styles.popup} aria-label={text('tables.filter')}>
            <div className={styles.fields}>
              {fields.map(([name, field]) => (
                <FilterField
                  key={name}
                  prefix={entity.name}
                  name={name}
                  field={field}
                  conditions={conditionsOf(where, name)}
                  onChange={conditions => onChange(withField(where, name, conditions))}
                />
              ))}
            </div>
            <div className={styles.foot}>
              <button type="button" className={controls.quiet} disabled={count === 0} onClick={() => onChange([])}>
                {text('tables.filterClear')}
              </button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
