import { useAtomValue } from 'jotai'
import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { loadWholeMenu, type MenuNode, wholeMenuAtom } from '../../data/session/permittedMenu.ts'
import { errorText } from '../../fields/errorText.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import { MatrixHead, MatrixRow } from './MatrixRows.tsx'
import { type BoxPlace, boxAt, placeOf } from './moveBox.ts'
import styles from './PermissionMatrix.module.css'
import {
  boxIn,
  type Chosen,
  columnsOf,
  type Difference,
  differenceOf,
  idsOfBox,
  type Matrix,
  type PermissionRow,
  pagesOf,
  permissionRows,
  toggled,
} from './permissions.ts'

interface PermissionMatrixProps {
  chosen: readonly number[]
  /** Permissions on the server; null for a new role. */
  saved: readonly number[] | null
  fieldError: string | undefined
  isReadOnly: boolean
  onChange(menuIds: readonly number[]): void
}

function useMatrix({ chosen, saved, isReadOnly, onChange }: PermissionMatrixProps, search: string) {
  const menu = useAtomValue(wholeMenuAtom)
  const now: Chosen = useMemo(() => new Set(chosen), [chosen])
  const before: Chosen = useMemo(() => new Set(saved ?? chosen), [saved, chosen])
  useEffect(() => void loadWholeMenu(), [])
  // All pages, regardless of the search.
  const pages = useMemo(() => pagesOf(permissionRows(menu ?? [], menuTitle)), [menu])
  const columns = useMemo(() => columnsOf(pages), [pages])
  const difference = useMemo(() => differenceOf(pages, before, now), [pages, before, now])
  const found = useMemo(() => permissionRows(menu ?? [], menuTitle, search), [menu, search])
  const [changedIds, setChangedIds] = useState<ReadonlySet<number> | null>(null)
  const rows = changedIds ? rowsOf(found, changedIds) : found
  const [place, setPlace] = useState<BoxPlace | null>(null)
  const setChanged = (isOn: boolean) => {
    setChangedIds(isOn ? new Set([...difference.added, ...difference.removed]) : null)
    setPlace(null)
  }
  const first: BoxPlace = { row: rows[0]?.node.id ?? 0, column: 0 }
  const isThere = place !== null && (place.row === 0 || rows.some(({ node }) => node.id === place.row))
  const set: Matrix['set'] = (some, column, isGiven) => {
    let next = now
    for (const page of some) {
      const box = column === undefined ? page : boxIn(page, column)
      if (box) next = toggled(menu ?? [], next, idsOfBox(box, column, isGiven), isGiven)
    }
    onChange([...next])
  }
  const matrix: Matrix = {
    columns,
    rows,
    chosen: now,
    saved: before,
    isReadOnly,
    tabStop: isThere ? place : first,
    set,
  }
  return { matrix, pages, difference, isLoading: menu === null, isChanged: changedIds !== null, setChanged, setPlace }
}

/** Pages with some of these, and the groups above them. */
function rowsOf(rows: readonly PermissionRow[], ids: ReadonlySet<number>): readonly PermissionRow[] {
  const has = (node: MenuNode): boolean => ids.has(node.id) || node.children.some(has)
  return rows.filter(({ node }) => has(node))
}

export function PermissionMatrix(props: PermissionMatrixProps) {
  const text = useText()
  const [search, setSearch] = useState('')
  const frame = useRef<HTMLTableElement>(null)
  const { matrix, pages, difference, isLoading, isChanged, setChanged, setPlace } = useMatrix(props, search)
  const { rows, columns, chosen } = matrix
  const given = pages.filter(({ id }) => chosen.has(id)).length
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLInputElement) || !frame.current || event.altKey) return
    const box = boxAt(frame.current, event.target, event, columns.length + 1)
    if (!box) return
    box.focus()
    event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return
    setPlace(placeOf(target))
    // Browsers ignore the page's own head around an inner scroller.
    if (target.matches(':focus-visible')) frame.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <section className={styles.permissions} data-permissions aria-label={text('role.menuIds')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text('role.menuIds')}</h2>
        <span className={styles.count}>{text('role.pagesGiven', { given, of: pages.length })}</span>
        {props.saved ? <Changed difference={difference} isOn={isChanged} onToggle={setChanged} /> : null}
        {props.fieldError ? <span className={styles.fault}>{errorText(text, props.fieldError)}</span> : null}
        <input
          type="search"
          className={`${controls.input} ${styles.search}`}
          value={search}
          placeholder={text('role.searchPermissions')}
          aria-label={text('role.searchPermissions')}
          onChange={event => {
            setSearch(event.target.value)
            setPlace(null)
          }}
        />
      </header>
      {matrix.isReadOnly ? <p className={styles.note}>{text('role.fixed')}</p> : null}
      <div className={styles.frame}>
        {!isLoading && rows.length === 0 ? (
          <p className={styles.empty}>{text('tables.emptyFiltered')}</p>
        ) : (
          <table
            ref={frame}
            className={styles.table}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
            aria-busy={isLoading || undefined}
          >
            <MatrixHead matrix={matrix} />
            <tbody>
              {rows.map(row => (
                <MatrixRow key={row.node.id} row={row} matrix={matrix} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}

interface ChangedProps {
  difference: Difference
  isOn: boolean
  onToggle(isOn: boolean): void
}

/** Difference to what was saved, and a switch to see it alone. */
function Changed({ difference: { added, removed }, isOn, onToggle }: ChangedProps) {
  const text = useText()
  const isUnchanged = added.length + removed.length === 0
  return (
    <>
      {isUnchanged ? null : (
        <span className={styles.changed} role="status" data-difference={`+${added.length} -${removed.length}`}>
          {added.length > 0 ? <ins>{text('role.added', { count: added.length })}</ins> : null}
          {removed.length > 0 ? <del>{text('role.removed', { count: removed.length })}</del> : null}
        </span>
      )}
      <button
        type="button"
        className={`${controls.button} ${styles.only}`}
        aria-pressed={isOn}
        aria-disabled={(isUnchanged && !isOn) || undefined}
        onClick={() => {
          if (isOn || !isUnchanged) onToggle(!isOn)
        }}
      >
        {text('role.onlyChanged')}
      </button>
    </>
  )
}
