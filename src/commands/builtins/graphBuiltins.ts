/** Keys of the trace graph. */
import { builtin } from '../core/builtin.ts'
import type { Command } from '../core/command.ts'

const here = { page: ['reviewasc', 'reviewdesc'], focus: 'page' } as const
/** Movements stay out of the palette: noise there. */
const surfaces = ['button', 'shortcut', 'script'] as const

const move = (name: string, seq: string): Command =>
  builtin(`graph.${name}`, 'graph', [{ seq, when: here, repeat: true }], { surfaces })

const zoom = (name: string, icon: string, ...seqs: readonly string[]): Command =>
  builtin(
    `graph.${name}`,
    'graph',
    seqs.map(seq => ({ seq, when: here, repeat: true })),
    { surfaces, icon },
  )

export const graphBuiltins: readonly Command[] = [
  move('next', 'right'),
  move('previous', 'left'),
  move('up', 'up'),
  move('down', 'down'),
  move('first', 'home'),
  move('last', 'end'),
  builtin('graph.open', 'graph', [{ seq: 'enter', when: here }], { surfaces, accepts: ['node'] }),
  zoom('zoomIn', 'plus', '+', '='),
  zoom('zoomOut', 'minus', '-'),
  zoom('fit', 'maximize', '0'),
]
