/** Commands of single pages, written by hand: traces, menu order, passwords. */
import { sql } from 'kysely'
import { type TOTP, URI } from 'otpauth'
import { readSheet } from 'read-excel-file/node'
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { user } from '#contract/system/user.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { signIn } from '../../src/data/session/session.ts'
import { store } from '../../src/data/store.ts'
import { type TraceDirection, traceAtom } from '../../src/data/trace/traces.ts'
import type { PlantServer } from '../support/plantServer.ts'
import { readyRecall } from '../support/readyRecall.ts'
import type { ReadyRows } from '../support/readyRows.ts'
import { paperCases } from './papers.ts'
import type { Case, Scripted } from './scripted.ts'
import { traceActionCases } from './traces.ts'
import type { Stored } from './verbs.ts'

interface AnsweredFile {
  readonly blob: Blob
}

const said = (answer: TraceAnswer) => JSON.stringify(answer.sections)

function traceCases(at: Scripted, ready: ReadyRows): readonly Case[] {
  /** Material lot of the product: the plant's first receipt. */
  const material = async () => (await at.row('stocklot', ready.idOf('stocklot'))) as Stored
  const product = () => ready.productLot()
  const isThere = (direction: TraceDirection) => store.get(traceAtom(direction)).state
  const exported =
    (asked: () => Promise<Values> | Values): Case['check'] =>
    async run => {
      const before = await at.count('tracesnapshot')
      const { blob } = await run<AnsweredFile>(await asked())
      const [heading = []] = await readSheet(Buffer.from(await blob.arrayBuffer()))
      expect(heading.length).toBeGreaterThan(0)
      expect(await at.count('tracesnapshot')).toBe(before + 1)
    }
  const zipped =
    (asked: () => Promise<Values> | Values): Case['check'] =>
    async run => {
      const { blob } = await run<AnsweredFile>(await asked())
      expect(
        Buffer.from(await blob.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
    }
  const forward = async (run: (args: Values) => Promise<TraceAnswer>, args: Values) => {
    expect(said(await run(args))).toContain(product().lotNo)
    expect(isThere('asc')).toBe('succeeded')
  }
  const backward = async (run: (args: Values) => Promise<TraceAnswer>, args: Values) => {
    expect(said(await run(args))).toContain((await material()).lotNo)
    expect(isThere('desc')).toBe('succeeded')
  }
  return [
    { id: 'reviewasc.run', check: async run => forward(run, { lotNos: [(await material()).lotNo] }) },
    { id: 'reviewdesc.run', check: run => backward(run, { productLotNos: [product().lotNo] }) },
    { id: 'stocklot.traceForward', check: async run => forward(run, { ids: [(await material()).id] }) },
    { id: 'stocklot.traceBackward', check: run => backward(run, { ids: [product().id] }) },
    ...traceActionCases(at, ready),
    { id: 'reviewasc.export', check: exported(async () => ({ lotNos: [(await material()).lotNo] })) },
    { id: 'reviewdesc.export', check: exported(() => ({ productLotNos: [product().lotNo] })) },
    { id: 'reviewasc.exportCsv', check: zipped(async () => ({ lotNos: [(await material()).lotNo] })) },
    { id: 'reviewdesc.exportCsv', check: zipped(() => ({ productLotNos: [product().lotNo] })) },
    { id: 'reviewasc.exportEpcis', check: zipped(async () => ({ lotNos: [(await material()).lotNo] })) },
    { id: 'reviewdesc.exportEpcis', check: zipped(() => ({ productLotNos: [product().lotNo] })) },
    { id: 'stockledger.exportEpcis', check: zipped(() => ({ dateFrom: '2020-01-01', dateTo: '2099-12-31' })) },
  ]
}

function menuCases(plant: PlantServer, at: Scripted): readonly Case[] {
  const order = async () => {
    const rows = await plant.rows(sql<Values>`select id from menu where "parentID" = 0 order by "sortNo", id`)
    return rows.map(({ id }) => id)
  }
  /** Moves the second entry, and takes that back. */
  const moved =
    (to: 0 | 2): Case['check'] =>
    async run => {
      const before = await order()
      const second = before[1]
      await run({ ids: [second] })
      expect((await order()).indexOf(second)).toBe(to)
      await at.ok('command.undo')
      expect(await order()).toEqual(before)
    }
  return [
    { id: 'menu.moveUp', check: moved(0) },
    { id: 'menu.moveDown', check: moved(2) },
  ]
}

function passwordCases(plant: PlantServer, at: Scripted, ready: ReadyRows): readonly Case[] {
  return [
    {
      id: 'user.resetPassword',
      async check(run) {
        const { id, loginName } = await at.ok<Stored>('user.save', { row: await ready.newRow(user) })
        const { password } = await run<{ password: string }>({ ids: [id] })
        expect(await plant.server.signIn(String(loginName), password)).toEqual(expect.any(String))
      },
    },
    {
      id: 'password.unlock',
      async check(run) {
        await run({ password: plant.server.password })
        const { id } = await at.ok<Stored>('user.save', { row: await ready.newRow(user) })
        expect(await at.row('user', id)).toMatchObject({ id })
      },
    },
    {
      id: 'password.save',
      async check(run) {
        const [before, after] = [plant.server.password, 'changed123']
        const written = async () => (await at.audits('user')).filter(({ action }) => action === 'PASSWORD').length
        const trail = await written()
        // The session that proved the old one goes on; others end.
        await run({ type: 1, oldPwd: before, newPwd: after })
        await signIn('admin', after)
        await run({ type: 1, oldPwd: after, newPwd: before })
        await signIn('admin', before)
        expect(await written()).toBe(trail + 2)
      },
    },
  ]
}

/** What an app shows that was given this address. */
const shown = (uri: string) => (URI.parse(uri) as TOTP).generate()

function authenticatorCases(plant: PlantServer, at: Scripted): readonly Case[] {
  // The server is there only once the tests run.
  const proof = () => ({ password: plant.server.password })
  const state = () => at.ok<Values>('authenticator.state', {})
  const begun = () => at.ok<{ uri: string }>('authenticator.begin', proof())
  const confirmed = async () => at.ok<Values>('authenticator.confirm', { code: shown((await begun()).uri) })
  return [
    {
      id: 'authenticator.state',
      check: async run => expect(await run({})).toEqual({ since: null, recoveryCodesLeft: 0 }),
    },
    {
      id: 'authenticator.begin',
      async check(run) {
        expect(await run(proof())).toMatchObject({ uri: expect.stringMatching(/^otpauth:/) })
        expect(await state()).toMatchObject({ since: null })
      },
    },
    {
      id: 'authenticator.confirm',
      async check(run) {
        const { recoveryCodes } = await run<{ recoveryCodes: string[] }>({ code: shown((await begun()).uri) })
        expect(recoveryCodes).toHaveLength(10)
        expect(await state()).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
        await at.ok('authenticator.remove', proof())
      },
    },
    {
      id: 'authenticator.remove',
      async check(run) {
        await confirmed()
        await run(proof())
        expect(await state()).toEqual({ since: null, recoveryCodesLeft: 0 })
      },
    },
    {
      id: 'user.resetAuthenticator',
      async check(run) {
        await confirmed()
        const [admin] = await plant.rows(sql<Stored>`select id from "user" where "loginName" = 'admin'`)
        await run({ ids: [admin?.id] })
        // His sessions have ended with it.
        await signIn('admin', plant.server.password)
        expect(await state()).toMatchObject({ since: null })
      },
    },
  ]
}

function recallCases(plant: PlantServer, at: Scripted): readonly Case[] {
  return [
    {
      id: 'callback.seededDrill',
      async check(run) {
        const before = await at.count('callbackdrill')
        const drill = await run<Stored & Values>({ seed: 11, responsibleId: plant.day.id('employee', 'E003') })
        expect(await at.row('callback', drill.id)).toMatchObject({ callbackType: 'DRILL', status: 'DRAFT' })
        expect(await at.count('callbackdrill')).toBe(before + 1)
      },
    },
    {
      id: 'callback.call',
      async check(run) {
        const contact = (await readyRecall(plant)['callbackdealer.called']?.()) as number
        await run({ contact, outcome: 'REACHED', notifyMethod: 'PHONE', ackPerson: '彭', stockQty: '1' })
        expect(await at.row('callbackdealer', contact)).toMatchObject({ status: 'STOCK_REPORTED', ackPerson: '彭' })
      },
    },
  ]
}

/** Commands of pages beyond their entity's declaration, and those of passwords. */
const statusCase: Case = {
  id: 'status.copyText',
  async check(run) {
    const { text } = await run<{ readonly text: string }>()
    expect(text).toContain('系统状态')
    expect(text).toContain('PostgreSQL')
  },
}

export function ownCases(plant: PlantServer, at: Scripted, ready: ReadyRows): readonly Case[] {
  return [
    ...traceCases(at, ready),
    ...menuCases(plant, at),
    ...recallCases(plant, at),
    ...passwordCases(plant, at, ready),
    ...authenticatorCases(plant, at),
    statusCase,
    ...paperCases(plant, at, ready),
  ]
}
