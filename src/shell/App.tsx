import { Provider, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { IntlProvider } from 'react-intl'
import { registerHandler } from '../commands/registry.ts'
import { landing, menuAtom } from '../data/menu.ts'
import { intlAtom } from '../data/messages.ts'
import { returnToAtom, sessionAtom } from '../data/session.ts'
import { store } from '../data/store.ts'
import { locationAtom, navigate, pathOf } from '../data/tabs.ts'
import { toggleTheme } from './appearance.ts'
import { Boundary } from './Boundary.tsx'
import { hasScreen, redirectFor } from './destination.ts'
import { Hint } from './Hint.tsx'
import { Notifications } from './Notifications.tsx'
import { followOverlays } from './overlays.ts'

const Frame = lazy(() => import('./Frame.tsx'))
const LoginScreen = lazy(() => import('../screens/login/LoginScreen.tsx'))

/** The whole console: sign-in outside the frame, everything else inside it. */
export function App() {
  return (
    <Provider store={store}>
      <Localised />
    </Provider>
  )
}

// A missing text shows as its key.
const nothing = () => {}

function Localised() {
  const { locale, messages } = useAtomValue(intlAtom)
  useEffect(() => followOverlays(), [])
  useEffect(() => registerHandler('theme.toggle', { run: toggleTheme }), [])
  return (
    <IntlProvider locale={locale} messages={messages} onError={nothing}>
      <Boundary>
        <Suspense fallback={null}>
          <Screen />
        </Suspense>
      </Boundary>
      <Notifications />
      <Hint />
    </IntlProvider>
  )
}

function Screen() {
  const path = pathOf(useAtomValue(locationAtom))
  const isSignedIn = useAtomValue(sessionAtom) !== null
  const menu = useAtomValue(menuAtom)
  const returnTo = useAtomValue(returnToAtom)
  const first = returnTo && hasScreen(pathOf(returnTo)) ? returnTo : landing(menu)
  const elsewhere = redirectFor(path, { isSignedIn, landing: path === '/login' ? first : landing(menu) })

  useEffect(() => {
    if (elsewhere === null) return
    // Whoever opened a page without being signed in is taken there afterwards.
    const asked = store.get(locationAtom)
    if (elsewhere === '/login' && hasScreen(pathOf(asked)) && pathOf(asked) !== '/index') store.set(returnToAtom, asked)
    else if (path === '/login') store.set(returnToAtom, null)
    navigate(elsewhere, { replace: true })
  }, [elsewhere, path])

  if (elsewhere !== null) return null
  return path === '/login' ? <LoginScreen /> : <Frame />
}
