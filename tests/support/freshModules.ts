/** Fresh modules before and after a file that changes what modules hold; packages stay loaded. */
import { expect, vi } from 'vitest'
import { isStateful } from './testFiles.ts'

const worker = globalThis as { wasStateful?: boolean }
const changes = isStateful(expect.getState().testPath ?? '')
if (changes || worker.wasStateful) vi.resetModules()
worker.wasStateful = changes
