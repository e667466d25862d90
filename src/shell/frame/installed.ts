/** Tells the commands whether the console runs in a window of its own: there the browser keeps no keys for itself. */
import { installedAtom } from '../../commands/core/context.ts'
import { store } from '../../data/store.ts'

const OWN_WINDOW = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)'

/** Follows the kind of window; the returned function ends it. */
export function followInstalled(): () => void {
  const own = matchMedia(OWN_WINDOW)
  const full = matchMedia('(display-mode: fullscreen)')
  const tell = () => {
    // A tab can be made fullscreen as well as a window: what it was before still holds.
    if (!full.matches) store.set(installedAtom, own.matches)
  }
  own.addEventListener('change', tell)
  full.addEventListener('change', tell)
  tell()
  return () => {
    own.removeEventListener('change', tell)
    full.removeEventListener('change', tell)
  }
}
