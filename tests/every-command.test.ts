/**
 * Every command is run once by a script, and what it did is asserted: here those of the console itself and of single pages,
 * in every-command/ those that entities have by being declared, in browser/everyCommand those that only a screen performs.
 */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { commands } from '../src/commands/core/registry.ts'
import { actionCases, beginCases } from './every-command/actions.ts'
import { clientCases } from './every-command/client.ts'
import { ownCases } from './every-command/console.ts'
import { fileCases } from './every-command/files.ts'
import { labelCases } from './every-command/labels.ts'
import { screenCases } from './every-command/screen.ts'
import { scripted } from './every-command/scripted.ts'
import { keptCases } from './every-command/storage.ts'
import { rowsOf, verbCases } from './every-command/verbs.ts'
import { withPlant } from './support/plantServer.ts'
import { readyRows } from './support/readyRows.ts'

const plant = withPlant()
const ready = readyRows(plant)
beforeAll(ready.prepare)
const at = scripted(plant)
const rows = rowsOf(at, ready)

const here = [
  ...ownCases(plant, at, ready),
  ...keptCases(plant, at),
  ...clientCases(plant, at),
  ...labelCases(at, ready),
]
const elsewhere = [
  ...verbCases(at, ready, rows),
  ...fileCases(at, rows),
  ...actionCases(plant, at),
  ...beginCases(plant, at),
  ...screenCases,
]

/** They need goods of several lots on screen: the tests that press them. */
const pressedElsewhere: Readonly<Record<string, string>> = {
  'scan.takeAnyway': 'tests/browser/scanDocuments.spec.ts',
  'scan.leave': 'tests/browser/scanDocuments.spec.ts',
}

test('what is pressed elsewhere is pressed there', () => {
  for (const [id, path] of Object.entries(pressedElsewhere))
    expect(readFileSync(path, 'utf8')).toContain(`[data-command="${id}"]`)
})

test('every command there is has a case, and every case a command', () => {
  const cases = [...here, ...elsewhere].map(({ id }) => id)
  const ids = commands().map(({ id }) => id)
  expect(ids.filter(id => !cases.includes(id) && !(id in pressedElsewhere))).toEqual([])
  expect(cases.filter(id => !ids.includes(id))).toEqual([])
  expect(cases.filter((id, index) => cases.indexOf(id) !== index)).toEqual([])
})

at.perform(here)
