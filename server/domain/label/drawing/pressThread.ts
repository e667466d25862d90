/** Worker thread drawing labels: fonts are opened once. */
import { type DrawnLabel, type DrawTask, drawLabels, openPress } from './drawLabels.ts'

const press = await openPress()

export default (task: DrawTask): readonly DrawnLabel[] => drawLabels(task, press)
