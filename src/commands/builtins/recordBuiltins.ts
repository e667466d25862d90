/** General verbs of records and lists, with their page-independent keys. */

import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Command, CommandContext, Result } from '../core/command.ts'
import { contextAtom } from '../core/context.ts'
import { commands, handlerOf } from '../core/registry.ts'
import { execute } from '../gate/execute.ts'

export const commandOfPage = (page: string, via: string): Command | undefined =>
  commands().find(command => command.entity === page && command.via === via)

const ofPage = (verb: string): string | undefined => commandOfPage(store.get(contextAtom).page, `record.${verb}`)?.id

/** Forwards to the page command, after flushing the cell editor. */
const handOn =
  (...verbs: readonly string[]) =>
  async (args: Readonly<Record<string, unknown>>, context: CommandContext): Promise<Result> => {
    const id = verbs.map(ofPage).find(found => found !== undefined)
    if (!id) return { status: 'denied', reason: 'when', message: 'reason.notHere' }
    await handlerOf('grid.commit')?.run({}, context)
    const { surface, signal, confirm } = context
    return execute(id, args, { surface, signal, confirm })
  }

const passes = { accepts: ['ids', 'row', 'rows', 'values', 'submit'] } as const
const onRows = { focus: ['page', 'grid'] } as const

export const recordBuiltins: readonly Command[] = [
  builtin('record.save', 'record', [{ seq: 'mod+s', inText: true }], { run: handOn('save') }),
  builtin('record.saveNew', 'record', [{ seq: 'alt+shift+s', inText: true }], {
    run: async (args, context) => {
      const saved = await handOn('save')(args, context)
      return saved.status === 'ok' ? handOn('new')({}, context) : saved
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
    { run: handOn('new') },
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
    {
      // Entities without posting: submit means save.
      run: handOn('submit', 'save'),
    },
  ),
  builtin(
    'record.delete',
    'record',
    [
      { seq: 'mod+delete', when: onRows },
      { seq: 'mod+backspace', when: onRows },
    ],
    { run: handOn('delete') },
  ),
  builtin('record.copy', 'record', [{ seq: 'mod+shift+d', when: onRows }], { run: handOn('copy') }),
  builtin(
    'record.export',
    'record',
    [
      { seq: 'alt+shift+e', os: 'other' },
      { seq: 'alt+shift+x', os: 'mac' },
    ],
    { run: handOn('export') },
  ),
  builtin('record.next', 'record', [{ seq: 'alt+down', when: { focus: ['page', 'text'], record: ['new', 'stored'] } }]),
  builtin('record.previous', 'record', [
    { seq: 'alt+up', when: { focus: ['page', 'text'], record: ['new', 'stored'] } },
  ]),
].map(command => ({ ...command, ...passes, surfaces: ['shortcut', 'button', 'script'] as const }))

export const listBuiltins: readonly Command[] = [
  builtin('list.refresh', 'list', [{ seq: 'alt+r' }]),
  builtin('list.search', 'list', [{ seq: '/' }, { seq: 'mod+f' }]),
  builtin('list.clearFilters', 'list', [{ seq: 'alt+shift+r' }]),
]
