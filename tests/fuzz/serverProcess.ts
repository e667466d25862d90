/** Real server in its own process, with a watched event loop. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { openDatabase } from '../../server/db/connection/open.ts'
import { createServer } from '../../server/http/serve.ts'
import { callHeader, type Stall, type StallReport } from './stallReport.ts'

/** Stalls told one by one. */
const reported = 50

function computed(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

const active = new Set<number>()
let touched = new Set<number>()
const histogram = createHistogram()
const clock = monitorEventLoopDelay({ resolution: 1 })
let stalls: Stall[] = []
let last = computed()

function look(): void {
  const now = computed()
  const ms = now - last
  last = now
  histogram.record(Math.max(1, Math.round(ms * 1000)))
  if (ms > reported) stalls.push({ ms: Math.round(ms), calls: [...touched] })
  touched = new Set(active)
}

function follow(request: IncomingMessage, response: ServerResponse): void {
  const call = Number(request.headers[callHeader])
  if (!call) return
  active.add(call)
  touched.add(call)
  response.once('close', () => {
    active.delete(call)
    touched.add(call)
  })
}

function report(): StallReport {
  const ms = (value: number) => Math.round(value) / 1000
  const byClock = (value: number) => Math.max(0, Math.round(value / 1e4) / 100 - 1)
  const answer: StallReport = {
    p50: ms(histogram.percentile(50)),
    p99: ms(histogram.percentile(99)),
    longest: ms(histogram.max),
    clock: { p50: byClock(clock.percentile(50)), p99: byClock(clock.percentile(99)), longest: byClock(clock.max) },
    stalls,
  }
  stalls = []
  return answer
}

const app = await createServer({
  db: openDatabase(process.env.DATABASE_URL as string),
  log: { level: 'error', stream: process.stderr },
})
app.server.prependListener('request', follow)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
// Loading the modules is no stall of a call.
setTimeout(() => {
  last = computed()
  histogram.reset()
  clock.enable()
  setInterval(look, 1)
  process.send?.({ url })
}, 200)
process.on('message', () => process.send?.({ report: report() }))
process.on('disconnect', () => process.exit(0))
