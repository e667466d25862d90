import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { followLinks } from '../commands/builtins/links.ts'
import { provideForesight } from '../commands/entity/entityActions.ts'
import { provideLists } from '../commands/entity/entityNew.ts'
import * as foresight from '../commands/entity/foresight.ts'
import { locationAtom } from '../data/session/tabs.ts'
import { PasteDialog } from '../grid/clipboard/PasteDialog.tsx'
import { ProgressDialog } from '../grid/clipboard/ProgressDialog.tsx'
import { createInList } from '../tables/list/createInList.ts'
import { drawings } from '../ui/icons/iconDrawings.ts'
import { provideIcons } from '../ui/icons/icons.tsx'
import { useText } from '../ui/useText.ts'
import { AccessKeys } from './AccessKeys.tsx'
import { ArgumentDialog } from './ArgumentDialog.tsx'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { followBack } from './back.ts'
import { ChordPanel } from './ChordPanel.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { followDownloads } from './downloads.ts'
import { ErrorLog } from './ErrorLog.tsx'
import styles from './Frame.module.css'
import { guardFocus } from './focusGuard.ts'
import { frameHandlers } from './handlers.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { followInstalled } from './installed.ts'
import { KeyAssign } from './KeyAssign.tsx'
import { KeySheet } from './KeySheet.tsx'
import { Notices } from './Notices.tsx'
import { OpenScreens } from './OpenScreens.tsx'
import { Palette } from './Palette.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { RecentTabs } from './RecentTabs.tsx'
import { preloadScreens } from './routes.tsx'
import { Sidebar } from './Sidebar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { guardDrops } from './strayDrops.ts'
import { Tabs } from './Tabs.tsx'
import { TopBar } from './TopBar.tsx'
import { useTabTitle } from './tabFacts.ts'
import { guardUnsaved } from './unsaved.ts'

provideIcons(drawings)
provideForesight(foresight)
provideLists(createInList)

/** What stands around every screen, and the windows that lie over it. */
export default function Frame() {
  const text = useText()
  const title = useTabTitle(useAtomValue(locationAtom))
  useEffect(() => frameHandlers(), [])
  useEffect(() => followDownloads(), [])
  useEffect(() => followLinks(), [])
  useEffect(() => followBack(), [])
  useEffect(() => guardFocus(), [])
  useEffect(() => followInstalled(), [])
  useEffect(() => guardUnsaved(), [])
  useEffect(() => guardDrops(), [])
  useEffect(() => preloadScreens(), [])
  return (
    <>
      <title>{`${title} · ${text('shell.name')}`}</title>
      <a className={styles.skip} href="#main">
        {text('shell.skip')}
      </a>
      <div className={styles.frame}>
        <Sidebar />
        <div className={styles.column}>
          <TopBar />
          <Tabs />
          <main className={styles.main} id="main" data-region="main" tabIndex={-1}>
            <OpenScreens />
          </main>
          <StatusBar />
        </div>
      </div>
      <ChordPanel />
      <Palette />
      <KeySheet />
      <ErrorLog />
      <Notices />
      <PasswordDialog />
      <AuthenticatorDialog />
      <ArgumentDialog />
      <KeyAssign />
      <ImportDialog />
      <PasteDialog />
      <ProgressDialog />
      <ConfirmDialog />
      <RecentTabs />
      <AccessKeys />
    </>
  )
}
