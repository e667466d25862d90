/** Node texts, visual and for screen readers. */
import type { GraphNode } from '#contract/trace/graph.ts'
import type { text as textOf } from '../../../data/language.ts'
import { grouped } from '../../../data/numerals.ts'
import type { Drawing } from './drawing.ts'
import { spotOf } from './walking.ts'

type Text = typeof textOf

export interface Wording {
  readonly title: string
  readonly detail: string
  readonly amount: string
  /** Omitted for the default state. */
  readonly status: string
}

const ordinary = new Set(['RELEASED', 'CLOSED', 'FINISHED'])

export function wordingOf(node: GraphNode, text: Text): Wording {
  const { kind, label, sub, count, quantity, unit, status } = node
  const states = kind === 'PLAN' ? 'PlanStatus' : 'LotQuality'
  const isShown = status !== undefined && !(kind === 'PLAN' ? ordinary.has(status) : status === 'RELEASED')
  return {
    title: count === undefined ? label : text(`graph.group.${kind}`, { count }),
    detail: count === undefined ? sub : [label, sub].filter(part => part !== '').join(' · '),
    amount: quantity === undefined ? '' : `${grouped(quantity)} ${unit ?? ''}`.trim(),
    status: isShown ? text(`${states}.${status}`) : '',
  }
}

const tail = 4

/** Goods, the distinguishing end of the number, and the amount. */
export function shortOf(node: GraphNode, text: Text): readonly [first: string, second: string] {
  const { title, amount } = wordingOf(node, text)
  if (node.sub === '' || node.count !== undefined) return [title, amount]
  return [node.sub, [`…${title.slice(-tail)}`, amount].filter(part => part !== '').join(' · ')]
}

export function spokenOf(drawing: Drawing, node: GraphNode, text: Text): string {
  const { title, detail, amount, status } = wordingOf(node, text)
  const spot = spotOf(drawing, node.id)
  const place = text('graph.place', {
    column: (spot?.column ?? 0) + 1,
    row: (spot?.row ?? 0) + 1,
    of: drawing.columns[spot?.column ?? 0]?.length ?? 1,
    sources: drawing.ways.into.get(node.id)?.length ?? 0,
    targets: drawing.ways.out.get(node.id)?.length ?? 0,
  })
  const root = node.root ? text('graph.root') : ''
  return [`${text(`graph.kind.${node.kind}`)} ${title}`, detail, status, amount, root, place]
    .filter(part => part !== '')
    .join(', ')
}
