import { atom, Provider, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { IntlProvider } from 'react-intl'
import { registerHandler } from '../commands/core/registry.ts'
import { passwordDueAtom, sessionAtom, signedOutBecauseAtom } from '../data/api/credentials.ts'
import { intlAtom, text } from '../data/language.ts'
import { locationAtom, navigate, pathOfAddress } from '../data/location.ts'
import { notificationsAtom, notify } from '../data/notifications.ts'
import { landing, menuAtom } from '../data/session/permittedMenu.ts'
import { closeTab } from '../data/session/tabs.ts'
import { store } from '../data/store.ts'
import { PartSuspense, part } from '../ui/part.tsx'
import { toggleTheme } from './frame/appearance.ts'
import { Boundary } from './frame/Boundary.tsx'
import { hasScreen, redirectFor } from './frame/destination.ts'
import { Hint } from './frame/Hint.tsx'
import { followOverlays } from './frame/overlays.ts'

const Frame = part(() => import('./Frame.tsx'))
const Notifications = part(() => import('./notices/Notifications.tsx'))
const LoginScreen = part(() => import('../screens/login/LoginScreen.tsx'))
const PasswordScreen = part(() => import('./PasswordScreen.tsx'))

/** Console root: sign-in outside the frame, everything else inside. */
export function App() {
  return (
    <Provider store={store}>
      <Localised />
    </Provider>
  )
}

// Missing messages render as their key.
const nothing = () => {}

function Localised() {
  const { locale, messages, timeZone } = useAtomValue(intlAtom)
  useEffect(() => followOverlays(), [])
  useEffect(() => registerHandler('theme.toggle', { run: toggleTheme }), [])
  return (
    <IntlProvider locale={locale} messages={messages} {...(timeZone ? { timeZone } : {})} onError={nothing}>
      <Boundary>
        <PartSuspense fallback={null}>
          <Screen />
        </PartSuspense>
      </Boundary>
      <Messages />
      <Hint />
    </IntlProvider>
  )
}

/** Lazy: needed before sign-in only for a message. */
function Messages() {
  const isSignedIn = useAtomValue(sessionAtom) !== null
  const isAny = useAtomValue(notificationsAtom).length > 0
  return isSignedIn || isAny ? (
    <PartSuspense fallback={null}>
      <Notifications />
    </PartSuspense>
  ) : null
}

/** Return address after sign-in: the requested page, or the expired session's. */
const returnToAtom = atom<string | null>(null)

function Screen() {
  const location = useAtomValue(locationAtom)
  const path = pathOfAddress(location)
  const isSignedIn = useAtomValue(sessionAtom) !== null
  const returnTo = useAtomValue(returnToAtom)
  const first = landing(useAtomValue(menuAtom))
  const isPasswordDue = useAtomValue(passwordDueAtom) && isSignedIn
  const elsewhere = isPasswordDue ? null : redirectFor(path, { isSignedIn, landing: returnTo ?? first })
  const last = useRef<string | null>(null)

  useEffect(() => {
    const isScreen = hasScreen(path) && path !== '/index'
    if (isScreen && isSignedIn) last.current = location
    // Redirected users return to their page; deliberate sign-outs start anew.
    if (isScreen && elsewhere === '/login') store.set(returnToAtom, location)
    else if (path === '/login' && store.get(signedOutBecauseAtom)) store.set(returnToAtom, last.current)
    else if (path === '/') store.set(returnToAtom, null)
    if (elsewhere === null) return
    navigate(elsewhere, { replace: true })
    if (elsewhere !== '/login') closeTab(path)
    if (elsewhere === '/index' && path !== '/')
      notify({
        kind: 'warning',
        text: () => text('absent.page', { path }),
        offer: { id: 'palette.open' },
        about: { command: 'absent' },
      })
  }, [elsewhere, path, location, isSignedIn])

  if (isPasswordDue) return <PasswordScreen />
  if (elsewhere !== null) return null
  return path === '/login' ? <LoginScreen /> : <Frame />
}
