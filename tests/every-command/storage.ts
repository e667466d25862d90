/** Personal settings: keys stored on the server, and recorded scripts. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { execute } from '../../src/commands/gate/execute.ts'
import { SETTING_NAME } from '../../src/commands/keys/keyBindings.ts'
import { ownRecordingAtom } from '../../src/commands/recorder/recording.ts'
import { store } from '../../src/data/store.ts'
import { uuid } from '../../src/data/uuid.ts'
import type { PlantServer } from '../support/plantServer.ts'
import type { Case, Scripted } from './scripted.ts'

function keyCases(plant: PlantServer, at: Scripted): readonly Case[] {
  /** What the server keeps of the keys of the person signed in. */
  const kept = async () => {
    const [row] = await plant.rows(sql<Values>`select value from usersetting where key = ${SETTING_NAME}`)
    return JSON.stringify(row?.value)
  }
  const assigned = () => at.ok('keys.assign', { command: 'brand.export', seq: 'alt+shift+q' })
  /** Does it, sees it on the server, and takes it back. */
  const changes = (id: string, args: Values, told: string): Case => ({
    id: `keys.${id}`,
    async check(run) {
      await at.ok('keys.reset')
      const before = await kept()
      await run(args)
      expect(await kept()).toContain(told)
      await at.ok('command.undo')
      expect(await kept()).toBe(before)
    },
  })

  const switched = (id: string, key: string): Case => ({
    id,
    async check(run) {
      const isKept = async () => {
        const [row] = await plant.rows(sql<Values>`select value from usersetting where key = ${key}`)
        return row?.value
      }
      await run({ on: true })
      expect(await isKept()).toBe(true)
      await at.ok('command.undo')
      expect(await isKept()).toBe(false)
    },
  })

  return [
    changes('assign', { command: 'brand.export', seq: 'alt+shift+q' }, '"command":"brand.export"'),
    changes('preset', { preset: 'excel' }, '"excel"'),
    changes('singleKeys', { on: false }, '"singleKeys":false'),
    switched('readingAloud.toggle', 'readingAloud'),
    switched('form.enterToRequired', 'enterToRequired'),
    {
      id: 'keys.export',
      async check(run) {
        await assigned()
        const { text } = await run<{ text: string }>()
        expect(JSON.stringify(JSON.parse(text))).toContain('"brand.export"')
      },
    },
    {
      id: 'keys.import',
      async check(run) {
        await assigned()
        const { text } = await at.ok<{ text: string }>('keys.export')
        await at.ok('keys.reset')
        expect(await kept()).not.toContain('brand.export')
        await run({ text })
        expect(await kept()).toContain('brand.export')
      },
    },
    {
      id: 'keys.reset',
      async check(run) {
        await assigned()
        await run()
        expect(await kept()).not.toContain('brand.export')
      },
    },
  ]
}

const recordingCases: readonly Case[] = [
  {
    id: 'script.record',
    async check(run) {
      await run()
      expect(store.get(ownRecordingAtom)).not.toBeNull()
      // Once more it ends.
      await run()
      expect(store.get(ownRecordingAtom)).toBeNull()
    },
  },
]

const stopCase = (at: Scripted): Case => ({
  id: 'script.stop',
  async check(run) {
    await at.ok('script.record')
    await run()
    expect(store.get(ownRecordingAtom)).toBeNull()
  },
})

/** Macros of the person, and the lots of a scanned code. */
function macroCases(plant: PlantServer, at: Scripted): readonly Case[] {
  const stored = async () => {
    const [row] = await plant.rows(sql<Values>`select value from usersetting where key = 'macros'`)
    return JSON.stringify(row?.value ?? null)
  }
  /** Recorded as a person does it: what scripts do is not recorded. */
  const recorded = async (code: string) => {
    await at.ok('script.record')
    const row = { code, name: code, status: 'ENABLED' }
    expect(await execute('brand.save', { row }, { surface: 'button' })).toMatchObject({ status: 'ok' })
  }
  const macro = async (code: string) => {
    await recorded(code)
    return (await at.ok<{ id: string }>('macro.keep', { name: code })).id
  }
  return [
    {
      id: 'macro.keep',
      async check(run) {
        await recorded('KEEP')
        await run({ name: '留下', asked: ['0.code'] })
        expect(await stored()).toContain('留下')
        expect(store.get(ownRecordingAtom)).toBeNull()
      },
    },
    {
      id: 'macro.edit',
      async check(run) {
        await run({ macro: await macro('EDIT'), name: '改名' })
        expect(await stored()).toContain('改名')
      },
    },
    {
      id: 'macro.delete',
      async check(run) {
        const id = await macro('GONE')
        await run({ macro: id })
        expect(await stored()).not.toContain(id)
      },
    },
    {
      id: 'macro.share',
      async check(run) {
        const { address } = await run<{ address: string }>({ macro: await macro('SHARE') })
        expect(address).toMatch(/cmd=macro\.take/)
      },
    },
    {
      id: 'macro.take',
      async check(run) {
        const step = { id: 'brand.save', args: { row: { code: 'TAKEN', name: 'T' } } }
        await run({
          macro: JSON.stringify({ id: uuid(), name: '收下', steps: [step], asked: [], row: null, from: '甲' }),
        })
        expect(await stored()).toContain('收下')
      },
    },
    {
      id: 'scan.sound',
      async check(run) {
        const { on } = await run<{ on: boolean }>({})
        expect(await run({ on: !on })).toEqual({ on: !on })
      },
    },
    {
      id: 'scan.enter',
      async check(run) {
        const { rows } = await at.ok<{ rows: readonly Values[] }>('stocklot.list', { size: 1 })
        const lotNo = String(rows[0]?.lotNo)
        expect(await run({ code: `(10)${lotNo}` })).toMatchObject({ code: { lotNo }, lots: [{ lotNo }] })
      },
    },
  ]
}

/** Everything that a person keeps for himself and that needs no screen. */
export function keptCases(plant: PlantServer, at: Scripted): readonly Case[] {
  return [...keyCases(plant, at), ...recordingCases, stopCase(at), ...macroCases(plant, at)]
}
