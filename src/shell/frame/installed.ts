/** Installed app detection: its window reserves no browser shortcuts. */
import { installedAtom } from '../../commands/core/context.ts'
import { store } from '../../data/store.ts'

const OWN_WINDOW = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)'

export function followInstalled(): () => void {
  const own = matchMedia(OWN_WINDOW)
  const full = matchMedia('(display-mode: fullscreen)')
  const update = () => {
    // Fullscreen masks the display mode: keep the previous value.
    if (!full.matches) store.set(installedAtom, own.matches)
  }
  own.addEventListener('change', update)
  full.addEventListener('change', update)
  update()
  return () => {
    own.removeEventListener('change', update)
    full.removeEventListener('change', update)
  }
}
