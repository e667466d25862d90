import { Popover } from '@base-ui/react/popover'
import { ListFilter } from 'lucide'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field } from '#contract/schema/field.ts'
import type { Condition } from '../../data/records/row.ts'
import controls from '../../ui/controls.module.css'
import { Drawing } from '../../ui/icons/icons.tsx'
import { useText } from '../../ui/useText.ts'
import { isFilterable } from '../columns/columns.ts'
import { conditionsOf, withField } from './conditions.ts'
import styles from './Filter.module.css'
import { FilterField } from './FilterField.tsx'

interface FilterProps {
  entity: Entity
  where: readonly Condition[]
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onChange(where: readonly Condition[]): void
}

/** Filter panel of a list, applied live. */
export function Filter({ entity, where, isOpen, onOpen, onChange }: FilterProps) {
  const text = useText()
  const asked = new Set(where.map(condition => condition.field))
  const fields = Object.entries(entity.fields).filter(([, field]) => isFilterable(field))
  const isShownFirst = ([name, field]: readonly [string, Field]) => field.filter === true || asked.has(name)
  const [usual, others] = [fields.filter(isShownFirst), fields.filter(each => !isShownFirst(each))]
  if (fields.length === 0) return null
  const drawn = (some: typeof fields) => (
    <div className={styles.fields}>
      {some.map(([name, field]) => (
        <FilterField
          key={name}
          entity={entity}
          where={where}
          name={name}
          field={field}
          conditions={conditionsOf(where, name)}
          onChange={conditions => onChange(withField(where, name, conditions))}
        />
      ))}
    </div>
  )
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpen}>
      <Popover.Trigger className={controls.button} data-filter>
        <Drawing of={ListFilter} size={15} />
        {text('tables.filter')}
        {asked.size > 0 ? <span className={styles.count}>{asked.size}</span> : null}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} sideOffset={6} align="end">
          <Popover.Popup className={styles.popup} aria-label={text('tables.filter')}>
            {drawn(usual)}
            {others.length > 0 ? (
              <details className={styles.more}>
                <summary>{text('filter.more')}</summary>
                {drawn(others)}
              </details>
            ) : null}
            <div className={styles.foot}>
              <button type="button" className={controls.quiet} disabled={asked.size === 0} onClick={() => onChange([])}>
                {text('tables.filterClear')}
              </button>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
