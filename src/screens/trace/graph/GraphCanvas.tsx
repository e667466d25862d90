import { MiniMap, ReactFlow, useStore } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type RefObject, useMemo } from 'react'
import { execute } from '../../../commands/gate/execute.ts'
import { useText } from '../../../ui/useText.ts'
import type { Drawing } from './drawing.ts'
import { type BoxNode, DistanceContext, distanceAt, GraphBox } from './GraphBox.tsx'
import { GraphHeads, GraphWays } from './GraphWays.tsx'
import { type Marking, useThrough } from './marking.ts'
import { nodeSize } from './placing.ts'
import styles from './TraceGraph.module.css'
import { fitting, furthestIn, furthestOut, useWalking } from './useWalking.ts'
import { spokenOf } from './wording.ts'

const nodeTypes = { box: GraphBox }
/** Node count below which no minimap is needed. */
const small = 60

const colourOf = ({ data: { node } }: BoxNode) => `var(--graph-${node.kind.toLowerCase().replace('_', '-')})`

function boxesOf({ answer, placing }: Drawing): BoxNode[] {
  return answer.nodes.map(node => ({
    id: node.id,
    type: 'box',
    position: placing.places.get(node.id) ?? { x: 0, y: 0 },
    // Preset size: measuring thousands of nodes is slow.
    measured: nodeSize,
    ...nodeSize,
    handles: [],
    data: { node },
  }))
}

interface CanvasProps {
  readonly drawing: Drawing
  readonly marking: Marking
  readonly tree: RefObject<HTMLDivElement | null>
}

/** Graph drawing, plus the focused node for screen readers. */
export function GraphCanvas({ drawing, marking, tree }: CanvasProps) {
  const text = useText()
  const nodes = useMemo(() => boxesOf(drawing), [drawing])
  const distance = useStore(({ transform }) => distanceAt(transform[2]))
  const right = Math.max(0, ...drawing.placing.extents.map(([, end]) => end))
  const isWhole = useStore(
    ({ transform, width, height }) => right * transform[2] < width && drawing.placing.height * transform[2] < height,
  )
  const isLit = useThrough() !== null
  const { here, go, light } = useWalking(drawing, marking, tree)
  const node = here === undefined ? undefined : drawing.byId.get(here)
  const column = drawing.columns.findIndex(ids => here !== undefined && ids.includes(here))
  const ids = drawing.columns[column] ?? []
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={0}
      className={styles.tree}
      aria-label={text('graph')}
      aria-description={text('graph.hint')}
      aria-activedescendant="trace-graph-node"
      data-graph
    >
      {node ? (
        <div
          id="trace-graph-node"
          role="treeitem"
          className={styles.spoken}
          tabIndex={-1}
          aria-selected="true"
          aria-level={column + 1}
          aria-posinset={ids.indexOf(node.id) + 1}
          aria-setsize={ids.length}
          data-current={node.id}
        >
          {spokenOf(drawing, node, text)}
        </div>
      ) : null}
      <div className={styles.picture} aria-hidden="true" data-lit={isLit || undefined}>
        <DistanceContext value={distance}>
          <ReactFlow<BoxNode>
            nodes={nodes}
            edges={[]}
            nodeTypes={nodeTypes}
            fitView
            fitViewOptions={fitting}
            minZoom={furthestOut}
            maxZoom={furthestIn}
            onlyRenderVisibleElements
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            elementsSelectable={false}
            zoomOnDoubleClick={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            // Attribution link is in `TraceGraph`: here Tab would reach it hidden.
            proOptions={{ hideAttribution: true }}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            panActivationKeyCode={null}
            zoomActivationKeyCode={null}
            onNodeMouseEnter={(_event, { id }) => light(id)}
            onNodeMouseLeave={() => light(undefined)}
            onNodeClick={(_event, { id }) => {
              tree.current?.focus()
              go(id)
            }}
            onNodeDoubleClick={(_event, { id }) => void execute('graph.open', { node: id }, { surface: 'button' })}
          >
            <GraphWays drawing={drawing} />
            <GraphHeads drawing={drawing} />
            {nodes.length > small && !isWhole ? (
              <MiniMap<BoxNode> className={styles.map} nodeColor={colourOf} nodeBorderRadius={0} pannable zoomable />
            ) : null}
          </ReactFlow>
        </DistanceContext>
      </div>
    </div>
  )
}
