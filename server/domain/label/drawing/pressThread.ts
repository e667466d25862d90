/** Worker thread drawing labels: fonts are opened once, tasks take turns. */
import { parentPort } from 'node:worker_threads'
import { drawLabels, openPress } from './drawLabels.ts'
import type { PressAnswer, PressRequest } from './press.ts'

const press = openPress()
parentPort?.on('message', async ({ id, task }: PressRequest) => {
  const answer = await press
    .then(opened => drawLabels(task, opened))
    .then(
      (drawn): PressAnswer => ({ id, drawn }),
      (error: unknown): PressAnswer => ({ id, error: String(error instanceof Error ? error.stack : error) }),
    )
  parentPort?.postMessage(answer)
})
