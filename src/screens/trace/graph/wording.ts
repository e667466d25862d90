/** Node texts, visual and for screen readers. */
import { unitText } from '#contract/messages/shippedNames.ts'
import type { text as textOf } from '../../../data/language.ts'
import { grouped } from '../../../data/numerals.ts'
import type { Drawing, DrawnNode } from './drawing.ts'
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

export function wordingOf(node: DrawnNode, text: Text): Wording {
  const { kind, label, sub, count, quantity, unit, status } = node
  const states = kind === 'PLAN' ? 'PlanStatus' : 'LotQuality'
  const isShown = status !== undefined && !(kind === 'PLAN' ? ordinary.has(status) : status === 'RELEASED')
  return {
    title: count === undefined ? label : text(`graph.group.${kind}`, { count }),
    detail: count === undefined ? sub : [label, sub].filter(part => part !== '').join(' · '),
    amount: quantity === undefined ? '' : `${grouped(quantity)} ${unitText(unit ?? '', text, quantity)}`.trim(),
    status: isShown ? text(`${states}.${status}`) : '',
  }
}

const longest = 15
const tail = 9

const numberOf = (number: string, most: number) => (number.length > most ? `…${number.slice(1 - most)}` : number)

interface NodeTexts {
  readonly name: string
  readonly number: string
  readonly amount: string
}

/** Goods, the number with its end, in which numbers differ, and the amount. */
export function linesOf(node: DrawnNode, text: Text, most = longest): NodeTexts {
  const { title, detail, amount } = wordingOf(node, text)
  if (node.count !== undefined) return { name: title, number: detail, amount }
  return node.sub === ''
    ? { name: title, number: '', amount }
    : { name: node.sub, number: numberOf(title, most), amount }
}

/** Two lines of a distant node. */
export function shortOf(node: DrawnNode, text: Text): readonly [first: string, second: string] {
  const { name, number, amount } = linesOf(node, text, tail + 1)
  return [name, [node.count === undefined ? number : '', amount].filter(part => part !== '').join(' · ')]
}

export function spokenOf(drawing: Drawing, node: DrawnNode, text: Text): string {
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
  const plan = node.madeBy === undefined ? '' : `${text('graph.kind.PLAN')} ${node.madeBy}`
  return [`${text(`graph.kind.${node.kind}`)} ${title}`, detail, plan, status, amount, root, place]
    .filter(part => part !== '')
    .join(', ')
}
