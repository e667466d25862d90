import type { Nodes, Parents, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { type ReactNode, useMemo } from 'react'
import { execute } from '../../commands/gate/execute.ts'
import { type Chapter, isChapter } from './chapters.ts'
import { pictureAddress } from './guideFiles.ts'
import styles from './Help.module.css'

interface Props {
  readonly source: string
  readonly onChapter: (chapter: Chapter) => void
}

/** Guide page: the Markdown that docs/guide is written in, without HTML. */
export function Markdown({ source, onChapter }: Props) {
  const root = useMemo(
    () => fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }),
    [source],
  )
  return <>{childrenOf(root, onChapter)}</>
}

type Go = Props['onChapter']

/** Keys are written as HTML: `<kbd>`, text, `</kbd>`. */
function withKeys(children: readonly RootContent[]): readonly (RootContent | { kbd: string })[] {
  const joined: (RootContent | { kbd: string })[] = []
  for (let at = 0; at < children.length; at++) {
    const [open, inside, close] = children.slice(at, at + 3)
    const isKey = open?.type === 'html' && open.value === '<kbd>' && close?.type === 'html'
    if (isKey && inside?.type === 'text') {
      joined.push({ kbd: inside.value })
      at += 2
    } else if (open && open.type !== 'html') joined.push(open)
  }
  return joined
}

const childrenOf = (parent: Parents, go: Go): ReactNode[] =>
  withKeys(parent.children).map((node, place) => {
    const key = `${place}`
    return 'kbd' in node ? (
      <kbd key={key} className={styles.key}>
        {node.kbd}
      </kbd>
    ) : (
      <Part key={key} node={node} go={go} />
    )
  })

function Part({ node, go }: { node: Nodes; go: Go }): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'strong':
      return <strong>{childrenOf(node, go)}</strong>
    case 'emphasis':
      return <em>{childrenOf(node, go)}</em>
    case 'heading':
      return node.depth === 1 ? <h2>{childrenOf(node, go)}</h2> : <h3>{childrenOf(node, go)}</h3>
    case 'paragraph':
      return <p>{childrenOf(node, go)}</p>
    case 'list':
      return node.ordered ? <ol>{childrenOf(node, go)}</ol> : <ul>{childrenOf(node, go)}</ul>
    case 'listItem':
      return <li>{childrenOf(node, go)}</li>
    case 'code':
      return <pre>{node.value}</pre>
    case 'table':
      return <Rows table={node} go={go} />
    case 'image':
      return <img src={pictureAddress(node.url)} alt={node.alt ?? ''} loading="lazy" />
    case 'link':
      return (
        <Reference to={node.url} go={go}>
          {childrenOf(node, go)}
        </Reference>
      )
    default:
      return null
  }
}

/** Links to chapters and the key sheet; others are plain text. */
function opened(to: string, go: Go): (() => void) | undefined {
  const name = /([a-z]+)\.md/.exec(to)?.[1]
  if (to.endsWith('reference/keyboard.md')) return () => void execute('keys.sheet', {}, { surface: 'button' })
  return !to.includes('/') && isChapter(name) ? () => go(name) : undefined
}

function Reference({ to, go, children }: { to: string; go: Go; children: ReactNode }) {
  const open = opened(to, go)
  if (!open) return children
  return (
    <button type="button" className={styles.link} onClick={open}>
      {children}
    </button>
  )
}

const placeOf = ({ position }: Nodes) => position?.start.offset

function Rows({ table, go }: { table: Table; go: Go }) {
  const [head, ...body] = table.children
  return (
    <div className={styles.tableFrame}>
      <table>
        <thead>
          <tr>
            {head?.children.map(cell => (
              <th scope="col" key={placeOf(cell)}>
                {childrenOf(cell, go)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(row => (
            <tr key={placeOf(row)}>
              {row.children.map(cell => (
                <td key={placeOf(cell)}>{childrenOf(cell, go)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
