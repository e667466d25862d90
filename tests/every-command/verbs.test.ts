import { beforeAll } from 'vitest'
import { withPlant } from '../support/plantServer.ts'
import { readyRows } from '../support/readyRows.ts'
import { scripted } from './scripted.ts'
import { rowsOf, verbCases } from './verbs.ts'

const plant = withPlant()
const ready = readyRows(plant)
beforeAll(ready.prepare)
const at = scripted(plant)

at.perform(verbCases(at, ready, rowsOf(at, ready)))
