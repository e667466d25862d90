import { useState } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import type { Condition } from '../../data/records/row.ts'
import { type Handlers, useHandlers } from '../../ui/useHandlers.ts'
import { isFilterable } from '../columns/columns.ts'
import { withField } from './conditions.ts'

export interface OpenFilter {
  readonly name: string
  readonly at: DOMRect
}

/** Open filters of a list and their command handlers. */
export function useFilters(
  entity: Entity,
  where: readonly Condition[],
  onChange: (where: readonly Condition[]) => void,
) {
  const [isOpen, setOpen] = useState(false)
  const [one, setOne] = useState<OpenFilter | null>(null)

  const openOne = (name: string, at: DOMRect) => {
    const field = entity.fields[name]
    if (field && isFilterable(field)) setOne({ name, at })
  }
  const besideOf = (name: string) => {
    const list = document.querySelector(`[data-list="${entity.name}"]`)
    const id = CSS.escape(name)
    return (
      list?.querySelector(`[data-chip="${id}"], [role=columnheader][data-column-id="${id}"]`) ??
      list?.querySelector('[data-filter]')
    )
  }
  const handlers: Handlers = {
    'list.filter': {
      run: ({ field }) => {
        const at = typeof field === 'string' ? besideOf(field)?.getBoundingClientRect() : undefined
        if (typeof field === 'string' && at) openOne(field, at)
        else setOpen(true)
      },
    },
    'list.removeFilter': {
      run: ({ field }) => {
        if (typeof field === 'string') onChange(withField(where, field, []))
      },
      enabled: () => where.length > 0,
    },
  }
  useHandlers(handlers)
  return { isOpen, setOpen, one, openOne, closeOne: () => setOne(null) }
}
