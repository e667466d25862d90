/** Commands of papers that need no screen: what a script is given. */
import { expect } from 'vitest'
import type { PaperCheckAnswer } from '#contract/paper/calls.ts'
import type { PlantServer } from '../support/plantServer.ts'
import type { ReadyRows } from '../support/readyRows.ts'
import type { Case, Scripted } from './scripted.ts'

export function paperCases(plant: PlantServer, at: Scripted, ready: ReadyRows): readonly Case[] {
  const receipt = () => ({ entity: 'materialstorein', id: ready.idOf('materialstorein') })
  return [
    {
      id: 'record.pdf',
      async check(run) {
        const { name, blob } = await run<{ readonly name: string; readonly blob: Blob }>({
          ...receipt(),
          locale: 'en-US',
        })
        expect(name).toMatch(/\.pdf$/)
        expect(await blob.slice(0, 5).text()).toBe('%PDF-')
      },
    },
    {
      id: 'paper.check',
      async check(run) {
        const { docNo } = (await at.row('materialstorein', receipt().id)) as { readonly docNo: string }
        const token = await plant.server.signIn()
        const { data } = await plant.server.call('POST', 'Paper/Text', receipt(), token)
        expect(await run<PaperCheckAnswer>({ number: docNo, hash: data.hash.slice(0, 12) })).toMatchObject({
          outcome: 'current',
          number: docNo,
        })
      },
    },
  ]
}
