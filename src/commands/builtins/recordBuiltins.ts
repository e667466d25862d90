/** General verbs of records and lists, with their page-independent keys. */

import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Command } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { commands, handlerOf } from '../core/registry.ts'
import { noSelection } from '../core/target.ts'
import { nextStepAtom } from '../entity/nextStep.ts'
import { execute } from '../gate/execute.ts'

export const commandOfPage = (page: string, via: string): Command | undefined =>
  commands().find(command => command.entity === page && command.via === via)

const ofPage = (verb: string): string | undefined => commandOfPage(store.get(contextAtom).page, `record.${verb}`)?.id

/** Stands for the page's command of the first verb it has. */
const forPage = (...verbs: readonly string[]) => ({
  forwardTo: () => verbs.map(ofPage).find(found => found !== undefined),
})

/** Next step of a closed row; posting or saving otherwise. */
const forSubmit = {
  forwardTo: () => {
    const goesOn = store.get(contextAtom).focus !== 'gridEditor' && store.get(nextStepAtom) !== undefined
    return goesOn ? 'record.nextStep' : forPage('submit', 'save').forwardTo()
  },
}

const nextStep: Command = builtin('record.nextStep', 'record', [], {
  disabledReason: () => (store.get(nextStepAtom) ? undefined : 'reason.notHere'),
  run: async (_args, context) => {
    const step = store.get(nextStepAtom)
    if (!step) return noSelection()
    const { surface, signal, confirm } = context
    const result = await execute(step.command, step.args, { surface, signal, confirm })
    // State of another record may be shown here.
    if (store.get(contextAtom).route === context.route) await handlerOf('list.refresh')?.run({}, context)
    return result
  },
})

const passes = { accepts: ['ids', 'row', 'rows', 'values', 'submit'] } as const
const onRows = { focus: ['page', 'grid'] } as const

const generalVerbs: readonly Command[] = [
  builtin('record.save', 'record', [{ seq: 'mod+s', inText: true }], forPage('save')),
  builtin('record.printLabels', 'record', [{ seq: 'alt+t', inText: true }], forPage('printLabels')),
  builtin('record.saveNew', 'record', [{ seq: 'alt+shift+s', inText: true }], {
    run: async (args, { surface, signal, confirm }) => {
      const saved = await execute('record.save', args, { surface, signal, confirm })
      return saved.status === 'ok' ? execute('record.new', {}, { surface, signal, confirm }) : saved
    },
  }),
  builtin(
    'record.new',
    'record',
    [
      { seq: 'alt+n', inText: true, os: 'other' },
      // Option+N is a dead key on a Mac.
      { seq: 'alt+c', inText: true, os: 'mac' },
      { seq: 'n' },
      // Browsers reserve it for a new window, except in app windows.
      { seq: 'mod+n', inText: true, when: { installed: true } },
    ],
    forPage('new'),
  ),
  builtin(
    'record.submit',
    'record',
    [
      {
        seq: 'mod+enter',
        // Cell editors submit the document too, unless several cells await filling.
        when: [{ focus: ['page', 'grid', 'text', 'sidebar', 'tabs'] }, { focus: 'gridEditor', gridRange: false }],
      },
    ],
    forSubmit,
  ),
  builtin(
    'record.delete',
    'record',
    [
      { seq: 'mod+delete', when: onRows },
      { seq: 'mod+backspace', when: onRows },
    ],
    forPage('delete'),
  ),
  // Elsewhere in a form this key is the browser's.
  builtin('record.undoCompletion', 'record', [{ seq: 'mod+z', when: { focus: 'text' } }]),
  builtin('record.copy', 'record', [{ seq: 'mod+shift+d', when: onRows }], forPage('copy')),
  builtin(
    'record.export',
    'record',
    [
      { seq: 'alt+shift+e', os: 'other' },
      { seq: 'alt+shift+x', os: 'mac' },
    ],
    forPage('export'),
  ),
  builtin('record.next', 'record', [
    { seq: 'alt+down', when: { focus: ['page', 'text'], gridPicks: false, record: ['new', 'stored'] } },
  ]),
  builtin('record.previous', 'record', [
    { seq: 'alt+up', when: { focus: ['page', 'text'], record: ['new', 'stored'] } },
  ]),
]

const asLastTime = builtin('record.asLastTime', 'record', [{ seq: 'alt+l', inText: true }], {
  accepts: ['values', 'id'],
  icon: 'history',
})

export const recordBuiltins: readonly Command[] = [
  ...generalVerbs.map(command => ({ ...command, ...passes, surfaces: ['shortcut', 'button', 'script'] as const })),
  nextStep,
  asLastTime,
]

export const listBuiltins: readonly Command[] = [
  builtin('list.refresh', 'list', [{ seq: 'alt+r' }]),
  builtin('list.search', 'list', [{ seq: '/' }, { seq: 'mod+f' }]),
  builtin('list.clearFilters', 'list', [{ seq: 'alt+shift+r' }]),
]
