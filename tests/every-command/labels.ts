/** Labels of every entity that has some, printed by a script into a file. */
import { expect } from 'vitest'
import { entities } from '#contract/index.ts'
import { sourcesOfPurpose } from '#contract/label/labelFields.ts'
import { navigate } from '../../src/data/location.ts'
import type { ReadyRows } from '../support/readyRows.ts'
import type { Case, Scripted } from './scripted.ts'

const names = [...new Set(Object.values(sourcesOfPurpose).flat())].filter(name => name in entities)

export function labelCases(at: Scripted, ready: ReadyRows): readonly Case[] {
  const idOf = async (name: string): Promise<number> => {
    if (ready.idOf(name)) return ready.idOf(name)
    const row = await ready.newRow(entities[name as 'equipment'])
    return (await at.ok<{ id: number }>(`${name}.save`, { row })).id
  }
  const printed = async (run: (args: object) => Promise<{ labelCount: number; docNo: string }>, name: string) => {
    const ids = [await idOf(name)]
    const before = await at.count('labelprint')
    const reason = '标签破损'
    const { labelCount, docNo } = await run({ ids, target: 'FILE', reason })
    expect([labelCount > 0, docNo.startsWith('LP'), await at.count('labelprint')]).toEqual([true, true, before + 1])
  }
  return [
    ...names.map((name): Case => ({ id: `${name}.printLabels`, check: run => printed(run as never, name) })),
    {
      id: 'record.printLabels',
      async check(run) {
        navigate('/equipment')
        await printed(run as never, 'equipment')
      },
    },
  ]
}
