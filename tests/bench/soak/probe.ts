/** Preloaded into the server: its memory and event loop. */
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'

export interface Probe {
  readonly rss: number
  readonly heapUsed: number
  /** Least heap, and least after a full collection. */
  readonly leastHeap: number
  readonly collectedHeap: number | null
  readonly external: number
  readonly buffers: number
  readonly cpuMs: number
  readonly loopP50: number
  readonly loopP99: number
  readonly loopLongest: number
  readonly handles: Readonly<Record<string, number>>
}

let leastHeap = Number.POSITIVE_INFINITY
let collectedHeap: number | null = null
const loop = monitorEventLoopDelay({ resolution: 10 })
loop.enable()

setInterval(() => {
  leastHeap = Math.min(leastHeap, process.memoryUsage().heapUsed)
}, 200).unref()

new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    const { kind } = (entry as unknown as { detail: { kind: number } }).detail
    if (kind !== constants.NODE_PERFORMANCE_GC_MAJOR) continue
    collectedHeap = Math.min(collectedHeap ?? Number.POSITIVE_INFINITY, process.memoryUsage().heapUsed)
  }
}).observe({ entryTypes: ['gc'] })

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

process.on('message', question => {
  if (question !== 'probe') return
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const ms = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e4) / 100 - 10)
  process.send?.({
    rss,
    heapUsed,
    leastHeap: Math.min(leastHeap, heapUsed),
    collectedHeap,
    external,
    buffers: arrayBuffers,
    cpuMs: (user + system) / 1000,
    loopP50: ms(loop.percentile(50)),
    loopP99: ms(loop.percentile(99)),
    loopLongest: ms(loop.max),
    handles: counted(process.getActiveResourcesInfo()),
  } satisfies Probe)
  leastHeap = Number.POSITIVE_INFINITY
  collectedHeap = null
  loop.reset()
})
