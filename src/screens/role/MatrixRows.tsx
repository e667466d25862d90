import type { ReactNode } from 'react'
import { withinSentence } from '../../data/entityNames.ts'
import { menuTitle } from '../../data/session/menuTitle.ts'
import type { MenuNode } from '../../data/session/permittedMenu.ts'
import { useText } from '../../ui/useText.ts'
import styles from './PermissionMatrix.module.css'
import {
  boxIn,
  buttonsOn,
  type Chosen,
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
  const permits = (column: string, page: string) => text(`role.permits.${column}`, { page: withinSentence(page) })
  return { titleOf, permits }
}

interface BoxProps {
  readonly matrix: Matrix
  /** Node of the row; 0 for the head. */
  readonly row: number
  readonly at: number
  readonly pages: readonly MenuNode[]
  /** All of the pages without one. */
  readonly column?: string
  readonly className: string | undefined
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Given or taken since the role was saved. */
  readonly change?: 'added' | 'removed' | undefined
  readonly children?: ReactNode
}

/** Box for a set of permissions: pages, or their buttons in a column. */
function SetBox({ matrix, row, at, pages, column, className, name, label, hint = label, change, children }: BoxProps) {
  const { chosen, isReadOnly, tabStop, set } = matrix
  const extent = extentOf(idsIn(pages, column), chosen)
  return (
    <label className={className} data-change={change} data-hint={hint}>
      <input
        type="checkbox"
        data-permission={name}
        data-column={at}
        data-hint={hint}
        tabIndex={tabStop.row === row && tabStop.column === at ? 0 : -1}
        checked={extent === 'all'}
        aria-label={label}
        aria-readonly={isReadOnly || undefined}
        ref={input => {
          if (input) input.indeterminate = extent === 'some'
        }}
        onChange={() => {
          if (!isReadOnly) set(pages, column, extent !== 'all')
        }}
      />
      {children}
    </label>
  )
}

const changeOf = (id: number, { chosen, saved }: Matrix) =>
  chosen.has(id) === saved.has(id) ? undefined : chosen.has(id) ? 'added' : 'removed'

const idsIn = (pages: readonly MenuNode[], column: string | undefined) =>
  column === undefined ? pages.flatMap(idsBelow) : pages.flatMap(page => boxIn(page, column)?.id ?? [])

const givenIn = (ids: readonly number[], chosen: Chosen) => ids.filter(id => chosen.has(id)).length

/** Operations once, each with a box for the whole column in sight. */
export function MatrixHead({ matrix }: { matrix: Matrix }) {
  const text = useText()
  const { titleOf } = useOperations(matrix)
  const pages = pagesOf(matrix.rows)
  const box = { matrix, row: 0, pages }
  return (
    <thead>
      <tr data-boxes={0}>
        <th scope="col" className={styles.first}>
          <SetBox
            {...box}
            at={0}
            className={styles.name}
            name="*"
            label={text('role.everything', { count: pages.length })}
          >
            {text('role.page')}
          </SetBox>
        </th>
        {matrix.columns.map((column, at) => {
          const { length: count } = idsIn(pages, column)
          const title = titleOf(column)
          return (
            <th key={column} scope="col" className={styles.cell}>
              <SetBox
                {...box}
                at={at + 1}
                column={column}
                className={styles.operation}
                name={`*.${column}`}
                label={text('role.column', { operation: title, count })}
              >
                {title}
              </SetBox>
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
  const { columns, rows, chosen } = matrix
  const own = new Set(pagesOf(permissionRows(node.children, menuTitle)).map(({ id }) => id))
  const pages = pagesOf(rows).filter(({ id }) => own.has(id))
  const given = givenIn(idsIn(pages, view), chosen)
  const title = menuTitle(node)
  const box = { matrix, row: node.id, pages }
  return (
    <tr data-row data-boxes={node.id} data-type={0}>
      <First depth={depth}>
        <SetBox
          {...box}
          at={0}
          className={styles.name}
          name={node.name}
          label={text('role.group', { group: title, count: pages.length })}
        >
          {title}
          <small className={styles.count} data-given={given}>
            {`${given} / ${pages.length}`}
          </small>
        </SetBox>
      </First>
      {columns.map((column, at) => {
        const ids = idsIn(pages, column)
        return (
          <td key={column} className={styles.cell}>
            {ids.length === 0 ? null : (
              <SetBox
                {...box}
                at={at + 1}
                column={column}
                className={styles.sum}
                name={`${node.name}.${column}`}
                label={text('role.groupColumn', { group: title, operation: titleOf(column), count: ids.length })}
              >
                <small>{`${givenIn(ids, chosen)}/${ids.length}`}</small>
              </SetBox>
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
  const { columns } = matrix
  const title = menuTitle(node)
  const own = { matrix, row: node.id, pages: [node] }
  const others = buttonsOn(node).filter(({ name }) => !columns.includes(name))
  const boxOf = (box: MenuNode, at: number, name: string, look: string | undefined, said?: string) => (
    <SetBox
      {...own}
      key={box.id}
      at={at}
      column={name}
      className={look}
      name={name}
      label={`${title} · ${name === view ? text('role.view') : menuTitle(box)}`}
      hint={
        explained.has(name)
          ? permits(name, title)
          : text('role.permits', { page: withinSentence(title), operation: menuTitle(box) })
      }
      change={changeOf(box.id, matrix)}
    >
      {said}
    </SetBox>
  )
  return (
    <tr data-row data-boxes={node.id} data-type={1}>
      <First depth={depth}>
        <SetBox {...own} at={0} className={styles.name} name={node.name} label={text('role.row', { page: title })}>
          {title}
        </SetBox>
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
