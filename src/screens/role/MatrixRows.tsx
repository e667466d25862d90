import type { ReactNode } from 'react'
import { menuTitle } from '../../data/session/menuTitle.ts'
import type { MenuNode } from '../../data/session/permittedMenu.ts'
import { useText } from '../../ui/useText.ts'
import styles from './PermissionMatrix.module.css'
import {
  boxIn,
  buttonsOn,
  type Chosen,
  type Extent,
  extentOf,
  idsBelow,
  type Matrix,
  type PermissionRow,
  pagesOf,
  permissionRows,
  view,
} from './permissions.ts'

/** Operations that a text explains; the others say their own name. */
const explained: ReadonlySet<string> = new Set([view, 'add', 'edit', 'delete', 'export', 'import'])

function useOperations({ rows }: Matrix) {
  const text = useText()
  const titleOf = (column: string) => {
    if (column === view) return text('role.view')
    const box = pagesOf(rows)
      .map(page => boxIn(page, column))
      .find(found => found !== undefined)
    return box ? menuTitle(box) : text(`button.${column}`)
  }
  const permits = (column: string, page: string) => text(`role.permits.${column}`, { page })
  return { titleOf, permits }
}

interface BoxProps {
  className: string | undefined
  children?: ReactNode
  column: number
  name: string
  label: string
  hint?: string
  extent: Extent
  isReadOnly: boolean
  isTabStop: boolean
  /** Given or taken since the role was saved. */
  change?: 'added' | 'removed' | undefined
  onToggle(isGiven: boolean): void
}

function Box(props: BoxProps) {
  const { className, children, column, name, label, hint, extent, isReadOnly, isTabStop, change, onToggle } = props
  return (
    <label className={className} data-change={change} data-hint={hint ?? label}>
      <input
        type="checkbox"
        data-permission={name}
        data-column={column}
        data-hint={hint ?? label}
        tabIndex={isTabStop ? 0 : -1}
        checked={extent === 'all'}
        aria-label={label}
        aria-readonly={isReadOnly || undefined}
        ref={input => {
          if (input) input.indeterminate = extent === 'some'
        }}
        onChange={() => {
          if (!isReadOnly) onToggle(extent !== 'all')
        }}
      />
      {children}
    </label>
  )
}

const changeOf = (id: number, { chosen, saved }: Matrix) =>
  chosen.has(id) === saved.has(id) ? undefined : chosen.has(id) ? 'added' : 'removed'

const isTabStopIn =
  ({ tabStop }: Matrix, row: number) =>
  (column: number) =>
    tabStop.row === row && tabStop.column === column

const idsIn = (pages: readonly MenuNode[], column: string) =>
  pages.flatMap(page => {
    const box = boxIn(page, column)
    return box ? [box.id] : []
  })

const givenIn = (ids: readonly number[], chosen: Chosen) => ids.filter(id => chosen.has(id)).length

/** Operations once, each with a box for the whole column in sight. */
export function MatrixHead({ matrix }: { matrix: Matrix }) {
  const text = useText()
  const { titleOf } = useOperations(matrix)
  const { columns, rows, chosen, isReadOnly, set } = matrix
  const pages = pagesOf(rows)
  const isTabStop = isTabStopIn(matrix, 0)
  return (
    <thead>
      <tr data-boxes={0}>
        <th scope="col" className={styles.first}>
          <Box
            className={styles.name}
            column={0}
            name="*"
            label={text('role.everything', { count: pages.length })}
            extent={extentOf(pages.flatMap(idsBelow), chosen)}
            isReadOnly={isReadOnly}
            isTabStop={isTabStop(0)}
            onToggle={isGiven => set(pages, undefined, isGiven)}
          >
            {text('role.page')}
          </Box>
        </th>
        {columns.map((column, at) => {
          const ids = idsIn(pages, column)
          const title = titleOf(column)
          return (
            <th key={column} scope="col" className={styles.cell}>
              <Box
                className={styles.operation}
                column={at + 1}
                name={`*.${column}`}
                label={text('role.column', { operation: title, count: ids.length })}
                extent={extentOf(ids, chosen)}
                isReadOnly={isReadOnly}
                isTabStop={isTabStop(at + 1)}
                onToggle={isGiven => set(pages, column, isGiven)}
              >
                {title}
              </Box>
            </th>
          )
        })}
        <th scope="col" className={styles.others}>
          {text('role.others')}
        </th>
      </tr>
    </thead>
  )
}

interface MatrixRowProps {
  row: PermissionRow
  matrix: Matrix
}

export function MatrixRow(props: MatrixRowProps) {
  return props.row.node.type === 0 ? <GroupRow {...props} /> : <PageRow {...props} />
}

function First({ depth, children }: { depth: number; children: ReactNode }) {
  return (
    <th scope="row" className={styles.first} style={{ paddingInlineStart: 16 + depth * 18 }}>
      {children}
    </th>
  )
}

function GroupRow({ row: { node, depth }, matrix }: MatrixRowProps) {
  const text = useText()
  const { titleOf } = useOperations(matrix)
  const { columns, rows, chosen, isReadOnly, set } = matrix
  const own = new Set(pagesOf(permissionRows(node.children, menuTitle)).map(({ id }) => id))
  const pages = pagesOf(rows).filter(({ id }) => own.has(id))
  const given = givenIn(idsIn(pages, view), chosen)
  const title = menuTitle(node)
  const isTabStop = isTabStopIn(matrix, node.id)
  return (
    <tr data-row data-boxes={node.id} data-type={0}>
      <First depth={depth}>
        <Box
          className={styles.name}
          column={0}
          name={node.name}
          label={text('role.group', { group: title, count: pages.length })}
          extent={extentOf(pages.flatMap(idsBelow), chosen)}
          isReadOnly={isReadOnly}
          isTabStop={isTabStop(0)}
          onToggle={isGiven => set(pages, undefined, isGiven)}
        >
          {title}
          <small className={styles.count} data-given={given}>
            {`${given} / ${pages.length}`}
          </small>
        </Box>
      </First>
      {columns.map((column, at) => {
        const ids = idsIn(pages, column)
        return (
          <td key={column} className={styles.cell}>
            {ids.length === 0 ? null : (
              <Box
                className={styles.sum}
                column={at + 1}
                name={`${node.name}.${column}`}
                label={text('role.groupColumn', { group: title, operation: titleOf(column), count: ids.length })}
                extent={extentOf(ids, chosen)}
                isReadOnly={isReadOnly}
                isTabStop={isTabStop(at + 1)}
                onToggle={isGiven => set(pages, column, isGiven)}
              >
                <small>{`${givenIn(ids, chosen)}/${ids.length}`}</small>
              </Box>
            )}
          </td>
        )
      })}
      <td />
    </tr>
  )
}

function PageRow({ row: { node, depth }, matrix }: MatrixRowProps) {
  const text = useText()
  const { permits } = useOperations(matrix)
  const { columns, chosen, isReadOnly, set } = matrix
  const title = menuTitle(node)
  const isTabStop = isTabStopIn(matrix, node.id)
  const others = buttonsOn(node).filter(({ name }) => !columns.includes(name))
  const boxOf = (box: MenuNode, column: number, name: string, look: string | undefined, said?: string) => (
    <Box
      key={box.id}
      className={look}
      column={column}
      name={name}
      label={`${title} · ${name === view ? text('role.view') : menuTitle(box)}`}
      hint={
        explained.has(name) ? permits(name, title) : text('role.permits', { page: title, operation: menuTitle(box) })
      }
      extent={chosen.has(box.id) ? 'all' : 'none'}
      isReadOnly={isReadOnly}
      isTabStop={isTabStop(column)}
      change={changeOf(box.id, matrix)}
      onToggle={isGiven => set([node], name, isGiven)}
    >
      {said}
    </Box>
  )
  return (
    <tr data-row data-boxes={node.id} data-type={1}>
      <First depth={depth}>
        <Box
          className={styles.name}
          column={0}
          name={node.name}
          label={text('role.row', { page: title })}
          extent={extentOf(idsBelow(node), chosen)}
          isReadOnly={isReadOnly}
          isTabStop={isTabStop(0)}
          onToggle={isGiven => set([node], undefined, isGiven)}
        >
          {title}
        </Box>
      </First>
      {columns.map((column, at) => {
        const box = boxIn(node, column)
        return (
          <td key={column} className={styles.cell} data-change={box && changeOf(box.id, matrix)}>
            {box ? boxOf(box, at + 1, column, styles.box) : null}
          </td>
        )
      })}
      <td className={styles.others}>
        {others.map((box, at) => boxOf(box, columns.length + 1 + at, box.name, styles.named, menuTitle(box)))}
      </td>
    </tr>
  )
}
