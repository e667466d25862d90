import type { Node, NodeProps } from '@xyflow/react'
import { createContext, memo, useContext } from 'react'
import type { GraphNode } from '#contract/trace/graph.ts'
import { toneOf } from '../../../fields/tone.ts'
import { useText } from '../../../ui/useText.ts'
import { useMark } from './marking.ts'
import styles from './TraceGraph.module.css'
import { wordingOf } from './wording.ts'

export type BoxNode = Node<{ readonly node: GraphNode }, 'box'>

/** Level of detail by zoom: none, title, everything. */
export type Distance = 'far' | 'middle' | 'near'
export const DistanceContext = createContext<Distance>('near')

export const distanceAt = (zoom: number): Distance => (zoom < 0.36 ? 'far' : zoom < 0.68 ? 'middle' : 'near')

/** Graph node: a bar when distant, otherwise with text. */
export const GraphBox = memo(function GraphBox({ data: { node } }: NodeProps<BoxNode>) {
  const mark = useMark(node.id)
  const distance = useContext(DistanceContext)
  return (
    <div
      className={styles.box}
      data-node={node.id}
      data-kind={node.kind}
      data-tone={node.status ? toneOf(node.status) : undefined}
      data-mark={mark}
      data-distance={distance}
      data-root={node.root}
      data-group={node.count !== undefined || undefined}
    >
      {distance === 'far' ? null : <Words node={node} isShort={distance === 'middle'} />}
    </div>
  )
})

function Words({ node, isShort }: { readonly node: GraphNode; readonly isShort: boolean }) {
  const text = useText()
  const { title, detail, amount, status } = wordingOf(node, text)
  if (isShort)
    return (
      <span className={styles.title}>
        <bdi>{title}</bdi>
      </span>
    )
  return (
    <>
      <span className={styles.title}>{title}</span>
      {status === '' ? null : <span className={styles.status}>{status}</span>}
      <span className={styles.detail}>{detail}</span>
      <span className={styles.amount}>{amount}</span>
    </>
  )
}
