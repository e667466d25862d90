/** Start of the commands: those of the application and of the menu pages. */
import { atom } from 'jotai'
import { sessionAtom } from '../data/api/credentials.ts'
import { followMending } from '../data/drafts/mending.ts'
import { reportError } from '../data/errors.ts'
import { loadOtherLanguages } from '../data/language.ts'
import { menuAtom } from '../data/session/permittedMenu.ts'
import { loadUserSettings } from '../data/settings/userSettings.ts'
import { store, storeLocal } from '../data/store.ts'
import { passwordCommands } from './account/password.ts'
import { appBuiltins } from './builtins/builtins.ts'
import { takeLinks } from './builtins/links.ts'
import { navigateCommands } from './builtins/navigate.ts'
import { resetContext } from './core/context.ts'
import { countRun } from './core/recents.ts'
import { registerCommands } from './core/registry.ts'
import { lastResultsAtom, undoAtom } from './gate/resultLog.ts'
import { followUserKeys } from './keys/keyBindings.ts'
import { forgetRecordings, watchForRecordings } from './recorder/recording.ts'
import { loadPinyin, pinyinAtom } from './search/pinyin.ts'

export const commandsReadyAtom = atom(false)

function menuChanged() {
  registerCommands('menu', navigateCommands(store.get(menuAtom)))
}

function resultCame() {
  const [last] = store.get(lastResultsAtom)
  if (last && (last.result.status === 'ok' || last.result.status === 'partial')) countRun(last.id, last.surface)
}

const last = storeLocal(() => ({ login: null as string | null }))

function sessionChanged() {
  const login = store.get(sessionAtom)?.loginName ?? null
  if (login === last().login) return
  last().login = login
  resetContext()
  forgetRecordings()
  // Undo is personal: cleared for another user.
  store.set(undoAtom, null)
  // Pinyin is optional: before loading, or after a failure.
  if (login === null) return
  void loadUserSettings()
  loadPinyin().catch(() => store.set(pinyinAtom, {}))
  loadOtherLanguages().catch(error => reportError(error, 'languages'))
}

/** Registers what exists before sign-in, follows menu and session; returns the disposer. */
export function startCommands(): () => void {
  const removals = [
    registerCommands('app', appBuiltins),
    // A password that another person set is changed before the frame.
    registerCommands('password', passwordCommands),
    followUserKeys(),
    takeLinks(),
    followMending(),
    watchForRecordings(),
    store.sub(menuAtom, menuChanged),
    store.sub(sessionAtom, sessionChanged),
    store.sub(lastResultsAtom, resultCame),
  ]
  menuChanged()
  sessionChanged()
  store.set(commandsReadyAtom, true)
  return () => {
    for (const remove of removals) remove()
    registerCommands('menu', [])
    last().login = null
    store.set(commandsReadyAtom, false)
  }
}
