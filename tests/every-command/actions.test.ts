import { beforeAll } from 'vitest'
import { withPlant } from '../support/plantServer.ts'
import { prepareActions } from '../support/readyActions.ts'
import { actionCases, beginCases } from './actions.ts'
import { scripted } from './scripted.ts'

const plant = withPlant()
beforeAll(() => prepareActions(plant))
const at = scripted(plant)

at.perform([...actionCases(plant, at), ...beginCases(plant, at)])
