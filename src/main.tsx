/** Composition root: state, texts, menu, commands, keys, frame. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './shell/theme.css'
import { realtimePath } from '#contract/system/realtime.ts'
import { startCommands } from './commands/app.ts'
import { startKeys } from './commands/keys/keys.ts'
import { installScript } from './commands/script.ts'
import { loadStrings } from './data/api/messages.ts'
import { connect } from './data/api/transport.ts'
import { reportError } from './data/errors.ts'
import { restoreLocale } from './data/language.ts'
import { followHistory } from './data/location.ts'
import { followChanges } from './data/realtime/liveUpdates.ts'
import { startRealtime } from './data/realtime/realtime.ts'
import { socketTo } from './data/realtime/realtimeSocket.ts'
import { loadMenu } from './data/session/permittedMenu.ts'
import { draftsRestored, restoreSession } from './data/session/session.ts'
import { App } from './shell/App.tsx'
import { restoreAppearance } from './shell/frame/appearance.ts'
import { browserHistory } from './shell/frame/browserHistory.ts'

/** Notice of a resize spread over two frames, no defect. */
const resizeNotice = 'ResizeObserver loop completed with undelivered notifications.'

function watchForDefects(): void {
  window.addEventListener('error', ({ error, message }) => {
    if (message !== resizeNotice) reportError(error ?? message, 'window')
  })
  window.addEventListener('unhandledrejection', event => reportError(event.reason, 'promise'))
}

async function start(): Promise<void> {
  watchForDefects()
  restoreAppearance()
  connect({ baseUrl: location.origin })
  followHistory(browserHistory)
  restoreSession()
  startCommands()
  startKeys(document)
  installScript()
  followChanges()
  startRealtime(socketTo(`${location.origin.replace(/^http/, 'ws')}/${realtimePath}`))
  // Startup awaits all, yet continues if any fails (specification §4).
  await Promise.allSettled([draftsRestored(), restoreLocale(), loadStrings(), loadMenu()])
  const root = document.getElementById('root')
  if (root) {
    createRoot(root, { onUncaughtError: error => reportError(error, 'root') }).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  }
}

void start()
