/** Prefetching reader: overlaps database reads with writing the file. */

export interface Ahead<Source, Item> {
  /** Sources with their items; consume one after another, in order. */
  readonly outputs: readonly (readonly [source: Source, items: AsyncIterable<Item>])[]
  /** Aborts and awaits pending reads; no query follows. */
  stop(): Promise<void>
}

/** Reads sources in order, with backpressure at a bound of pending items. */
export function readAhead<Source, Item>(
  sources: readonly Source[],
  itemsOf: (source: Source) => AsyncIterable<Item>,
  most: number,
): Ahead<Source, Item> {
  const queues = sources.map((source): readonly [Source, Item[]] => [source, []])
  const ended = new Set<Item[]>()
  let held = 0
  let isStopped = false
  let failure: { readonly error: unknown } | undefined
  let change = Promise.withResolvers<void>()
  const tell = () => {
    change.resolve()
    change = Promise.withResolvers<void>()
  }
  async function read(): Promise<void> {
    for (const [source, queue] of queues) {
      for await (const item of itemsOf(source)) {
        queue.push(item)
        held += 1
        tell()
        while (held >= most && !isStopped) await change.promise
        if (isStopped) return
      }
      ended.add(queue)
      tell()
    }
  }
  const reading = read().catch((error: unknown) => {
    failure = { error }
    tell()
  })
  async function* output(queue: Item[]): AsyncGenerator<Item> {
    for (;;) {
      const item = queue.shift()
      if (item !== undefined) {
        held -= 1
        tell()
        yield item
      } else if (ended.has(queue)) return
      else if (failure) throw failure.error
      else await change.promise
    }
  }
  return {
    outputs: queues.map(([source, queue]) => [source, output(queue)] as const),
    async stop() {
      isStopped = true
      tell()
      await reading
    },
  }
}
