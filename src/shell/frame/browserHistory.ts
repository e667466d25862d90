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
  listen(changed) {
    window.addEventListener('popstate', changed)
    return () => window.removeEventListener('popstate', changed)
  },
}
