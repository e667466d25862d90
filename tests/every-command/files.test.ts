import { beforeAll } from 'vitest'
import { withPlant } from '../support/plantServer.ts'
import { readyRows } from '../support/readyRows.ts'
import { fileCases } from './files.ts'
import { scripted } from './scripted.ts'
import { rowsOf } from './verbs.ts'

const plant = withPlant()
const ready = readyRows(plant)
beforeAll(ready.prepare)
const at = scripted(plant)

at.perform(fileCases(at, rowsOf(at, ready)))
