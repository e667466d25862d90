/** Browser history with address bar and console in sync. */
import { navigate as browserNavigate } from 'wouter/use-browser-location'
import type { History } from '../../data/location.ts'

const current = () => `${location.pathname}${location.search}`

export const browserHistory: History = {
  current,
  go(path, { replace }) {
    if (path !== current()) browserNavigate(path, { replace })
    window.scrollTo(0, 0)
  },
  step(by) {
    // Older browsers do not tell; leaving the console would lose input.
    const can = by < 0 ? window.navigation?.canGoBack : window.navigation?.canGoForward
    if (can) history.go(by)
    return can ?? false
  },
  listen(changed) {
    window.addEventListener('popstate', changed)
    return () => window.removeEventListener('popstate', changed)
  },
}
