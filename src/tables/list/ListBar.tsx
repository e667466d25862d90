import { memo, type RefObject } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import type { Condition, Query } from '../../data/records/rows.ts'
import { Button } from '../../ui/Button.tsx'
import { useText } from '../../ui/useText.ts'
import { Filter } from '../filter/Filter.tsx'
import { FilterChips } from '../filter/FilterChips.tsx'
import { ask } from '../filter/query.ts'
import { Toolbar } from '../toolbar/Toolbar.tsx'
import { ViewMenu } from '../views/ViewMenu.tsx'
import { Search } from './Search.tsx'

interface ListBarProps {
  readonly entity: Entity
  readonly query: Query
  readonly search: RefObject<HTMLInputElement | null>
  /** All filters expanded. */
  readonly isOpen: boolean
  onOpen(isOpen: boolean): void
}

/** Toolbar, views, search and filters of a list; memoized against arriving rows. */
export const ListBar = memo(function ListBar({ entity, query, search, isOpen, onOpen }: ListBarProps) {
  const text = useText()
  const narrow = (where: readonly Condition[]) => ask(query, { where })
  return (
    <>
      <Toolbar entity={entity}>
        <ViewMenu entity={entity} query={query} />
        <Search
          input={search}
          value={query.q}
          label={text('tables.search', { title: text(entity.name) })}
          onChange={q => ask(query, { q })}
        />
        <Filter entity={entity} where={query.where} isOpen={isOpen} onOpen={onOpen} onChange={narrow} />
        <Button command="list.refresh" look="iconButton" icon="refresh-cw" label={text('tables.refresh')} />
      </Toolbar>
      <FilterChips entity={entity} where={query.where} />
    </>
  )
})
