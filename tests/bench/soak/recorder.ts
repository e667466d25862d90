import { performance } from 'node:perf_hooks'

export interface Recorded {
  /** Milliseconds of each call by kind. */
  readonly times: Readonly<Record<string, readonly number[]>>
  /** Refusals that were meant, by status. */
  readonly refused: Readonly<Record<string, number>>
  readonly errors: readonly string[]
}

export interface Recorder {
  time(kind: string, work: () => Promise<unknown>): Promise<void>
  measured(kind: string, ms: number): void
  refused(status: number): void
  error(what: string): void
  take(): Recorded
}

export function startRecorder(): Recorder {
  let times: Record<string, number[]> = {}
  let refused: Record<string, number> = {}
  let errors: string[] = []
  const measured = (kind: string, ms: number) => {
    times[kind] ??= []
    times[kind].push(Math.round(ms * 10) / 10)
  }
  const error = (what: string) => {
    const said = `${new Date().toISOString()} ${what.slice(0, 3_000)}`
    console.log(`ERROR ${said}`)
    errors.push(said)
  }
  return {
    measured,
    error,
    async time(kind, work) {
      const from = performance.now()
      try {
        await work()
        measured(kind, performance.now() - from)
      } catch (thrown) {
        error(`${kind}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown}`)
      }
    },
    refused(status) {
      refused[status] = (refused[status] ?? 0) + 1
    },
    take() {
      const taken = { times, refused, errors }
      times = {}
      refused = {}
      errors = []
      return taken
    },
  }
}
