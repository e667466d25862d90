/** What the frame performs of the built-in commands while it is on screen. */
import type { Handler } from '../commands/registry.ts'
import { registerHandler } from '../commands/registry.ts'
import { errorsAtom } from '../data/errors.ts'
import { text } from '../data/messages.ts'
import { notify } from '../data/notifications.ts'
import { store } from '../data/store.ts'
import { toggleSidebar } from './appearance.ts'
import { toggleOverlay } from './overlays.ts'
import { moveRegion } from './regions.ts'

async function toggleFullscreen(): Promise<void> {
  if (!document.fullscreenEnabled) {
    notify({ kind: 'warning', text: text('shell.fullscreenUnsupported') })
    return
  }
  if (document.fullscreenElement) await document.exitFullscreen()
  else await document.documentElement.requestFullscreen()
}

const handlers: Readonly<Record<string, Handler>> = {
  'palette.open': { run: () => toggleOverlay('palette') },
  'keys.sheet': { run: () => toggleOverlay('keys') },
  'errors.open': { run: () => toggleOverlay('errors'), enabled: () => store.get(errorsAtom).length > 0 },
  'password.change': { run: () => toggleOverlay('password') },
  'sidebar.toggle': { run: toggleSidebar },
  'fullscreen.toggle': { run: toggleFullscreen },
  'region.next': { run: () => moveRegion(1) },
  'region.previous': { run: () => moveRegion(-1) },
}

/** Registers them; the returned function takes them away. */
export function frameHandlers(): () => void {
  const removals = Object.entries(handlers).map(([command, handler]) => registerHandler(command, handler))
  return () => {
    for (const remove of removals) remove()
  }
}
