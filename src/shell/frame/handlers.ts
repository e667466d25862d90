import { flushEditing } from '../../commands/core/pendingEdit.ts'
import { type CommandHandler, registerHandlers } from '../../commands/core/registry.ts'
import { answerArguments, argumentAtom, paletteRequestAtom } from '../../commands/gate/prompts.ts'
import { errorsAtom } from '../../data/errors.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import { store } from '../../data/store.ts'
import { toggleSidebar } from './appearance.ts'
import { overlayAtom, toggleOverlay } from './overlays.ts'
import { moveRegion } from './regions.ts'

async function toggleFullscreen(): Promise<void> {
  if (!document.fullscreenEnabled) {
    notify({ kind: 'warning', text: () => text('shell.fullscreenUnsupported') })
    return
  }
  if (document.fullscreenElement) await document.exitFullscreen()
  else await document.documentElement.requestFullscreen()
}

function openPalette({ query, mode }: { readonly query?: unknown; readonly mode?: unknown }): void {
  // Flush editing first: the palette takes focus.
  void flushEditing()
  if (store.get(argumentAtom)?.by === 'palette') answerArguments(null)
  else if (query === undefined && mode === undefined) toggleOverlay('palette')
  else {
    const isSelection = mode === 'selection'
    store.set(paletteRequestAtom, { query: String(query ?? ''), mode: isSelection ? 'selection' : 'all' })
    store.set(overlayAtom, 'palette')
  }
}

const handlers: Readonly<Record<string, CommandHandler>> = {
  'palette.open': { run: openPalette },
  'keys.sheet': { run: () => toggleOverlay('keys') },
  'errors.open': { run: () => toggleOverlay('errors'), enabled: () => store.get(errorsAtom).length > 0 },
  'scan.camera': { run: () => toggleOverlay('camera') },
  'notices.open': { run: () => toggleOverlay('notices') },
  'password.change': { run: () => toggleOverlay('password') },
  'authenticator.open': { run: () => toggleOverlay('authenticator') },
  'sidebar.toggle': { run: toggleSidebar },
  'fullscreen.toggle': { run: toggleFullscreen },
  'region.next': { run: () => moveRegion(1) },
  'region.previous': { run: () => moveRegion(-1) },
}

export const frameHandlers = (): (() => void) => registerHandlers(handlers)
