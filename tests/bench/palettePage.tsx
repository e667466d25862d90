/** What the bench of the palette adds to the console in the browser: many more commands, a plain cmdk beside it, and a clock. */
import { Command } from 'cmdk'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { paletteEntriesAtom } from '../../src/commands/commandSearch.ts'
import { registerCommands } from '../../src/commands/core/registry.ts'
import { store } from '../../src/data/store.ts'

export interface PaletteBench {
  /** Registers commands of these titles beside those there are; how many the palette knows then. */
  fill(titles: readonly string[]): number
  /** Puts a plain cmdk with the same titles over the page, as its own example does; milliseconds until it is painted. */
  openPlain(): Promise<number>
  closePlain(): void
  /** Waits for the next key that is pressed; milliseconds from it until what it changed is painted. */
  nextKey(): Promise<number>
  /** The same until the palette shows its first row. */
  nextOpen(): Promise<number>
}

declare global {
  interface Window {
    paletteBench?: PaletteBench
  }
}

/** Resolves when the frame that is being made has been painted: in the task after its animation callbacks. */
const painted = () =>
  new Promise<number>(resolve => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    })
  })

/** What does not come in this time never will: a bench that waits for it would hang. Milliseconds. */
const timeoutMs = 10_000

const within = <T,>(awaited: Promise<T>, what: string): Promise<T> =>
  Promise.race([
    awaited,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`${what} did not come`)), timeoutMs)
    }),
  ])

const nextKeydown = () =>
  new Promise<number>(resolve => {
    document.addEventListener('keydown', event => resolve(event.timeStamp), { capture: true, once: true })
  })

const nextInput = () =>
  new Promise<void>(resolve => {
    document.addEventListener('input', () => resolve(), { capture: true, once: true })
  })

let closePlain = () => {}

function Plain({ titles }: { titles: readonly { readonly id: string; readonly title: string }[] }) {
  return (
    <Command label="plain" style={{ position: 'fixed', inset: '80px 30%', zIndex: 100, background: 'Canvas' }}>
      <Command.Input autoFocus />
      <Command.List style={{ blockSize: 400, overflow: 'auto' }}>
        <Command.Empty>–</Command.Empty>
        {titles.map(({ id, title }) => (
          <Command.Item key={id} value={`${title} ${id}`}>
            {title}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}

window.paletteBench = {
  fill(titles) {
    registerCommands(
      'bench',
      titles.map((title, index) => ({
        id: `bench.${index}`,
        title,
        group: 'group.pages',
        permission: 'session',
        risk: 'read',
        run: async () => ({ status: 'ok' }),
      })),
    )
    return store.get(paletteEntriesAtom).length
  },
  async openPlain() {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    const titles = store.get(paletteEntriesAtom).map(({ id, title }) => ({ id, title }))
    const from = performance.now()
    flushSync(() => root.render(<Plain titles={titles} />))
    closePlain = () => {
      root.unmount()
      host.remove()
    }
    return (await painted()) - from
  },
  closePlain: () => closePlain(),
  async nextKey() {
    const [from] = await within(Promise.all([nextKeydown(), nextInput()]), 'the key')
    return (await painted()) - from
  },
  async nextOpen() {
    const from = await within(nextKeydown(), 'the key')
    for (;;) {
      const at = await painted()
      if (document.querySelector('[data-palette] [role=option]')) return at - from
      if (at - from > timeoutMs) throw new Error('the palette did not open')
    }
  },
}
