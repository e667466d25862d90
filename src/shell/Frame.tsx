import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { followLinks } from '../commands/builtins/links.ts'
import { registerConsoleCommands } from '../commands/consoleCommands.ts'
import { previewedAtom } from '../commands/core/recordPreview.ts'
import { provideForesight } from '../commands/entity/entityActions.ts'
import { provideLists } from '../commands/entity/entityNew.ts'
import * as foresight from '../commands/entity/foresight.ts'
import { provideSentences } from '../commands/gate/resultLog.ts'
import { sentenceOf } from '../commands/gate/resultSentences.ts'
import { labelSheetsAtom } from '../commands/label/labelSheets.ts'
import { followScanner } from '../commands/scan/scanner.ts'
import { locationAtom } from '../data/location.ts'
import { followOutbox } from '../data/outbox/outbox.ts'
import { followSplit } from '../data/session/split.ts'
import { followSettings } from '../data/settings/systemInformation.ts'
import { PasteDialog } from '../grid/clipboard/dialogs/PasteDialog.tsx'
import { ProgressDialog } from '../grid/clipboard/dialogs/ProgressDialog.tsx'
import { createInList } from '../tables/list/createInList.ts'
import { followNavigation } from '../tables/list/prefetch.ts'
import { registerTableCommands } from '../tables/tableCommands.ts'
import { drawings } from '../ui/icons/iconDrawings.ts'
import { provideIcons } from '../ui/icons/icons.tsx'
import { PartSuspense, part } from '../ui/part.tsx'
import { usePhone } from '../ui/usePhone.ts'
import { useText } from '../ui/useText.ts'
import { ConnectionStrip } from './bars/ConnectionStrip.tsx'
import { Notices } from './bars/Notices.tsx'
import { Sidebar } from './bars/Sidebar.tsx'
import { StatusBar } from './bars/StatusBar.tsx'
import { TopBar } from './bars/TopBar.tsx'
import { ArgumentDialog } from './dialogs/ArgumentDialog.tsx'
import { AuthenticatorDialog } from './dialogs/AuthenticatorDialog.tsx'
import { CameraPart } from './dialogs/CameraPart.tsx'
import { ConfirmDialog } from './dialogs/ConfirmDialog.tsx'
import { ErrorLog } from './dialogs/ErrorLog.tsx'
import { ImportDialog } from './dialogs/ImportDialog.tsx'
import { PasswordDialog } from './dialogs/PasswordDialog.tsx'
import styles from './Frame.module.css'
import { blockStrayDrops } from './frame/blockStrayDrops.ts'
import { followCurrency } from './frame/currencySign.ts'
import { followDownloads } from './frame/downloads.ts'
import { followBack } from './frame/escape.ts'
import { guardFocus } from './frame/focusGuard.ts'
import { frameHandlers } from './frame/handlers.ts'
import { followInstalled } from './frame/installed.ts'
import { KeyTips } from './frame/KeyTips.tsx'
import { guardUnsaved } from './frame/unsaved.ts'
import { HelpWindow } from './help/HelpWindow.tsx'
import { helpHandlers } from './help/helpTopic.ts'
import { ChordPanel } from './keySheet/ChordPanel.tsx'
import { KeyAssign } from './keySheet/KeyAssign.tsx'
import { KeySheet } from './keySheet/KeySheet.tsx'
import { OpenScreens } from './OpenScreens.tsx'
import { Palette } from './palette/Palette.tsx'
import { preloadScreens } from './routes.tsx'
import { RecentTabs } from './tabs/RecentTabs.tsx'
import { Tabs } from './tabs/Tabs.tsx'
import { useTabTitle } from './tabs/tabFacts.ts'

const PhoneBar = part(() => import('./bars/PhoneBar.tsx'))
const Printing = part(() => import('../tables/print/Printing.tsx'))
const LabelSheets = part(() => import('../tables/label/LabelSheets.tsx'))
const PreviewPane = part(() => import('../tables/preview/PreviewPane.tsx'))

/** Hands over what comes with the frame, before anything of it renders. */
export function start(): void {
  provideIcons(drawings)
  provideForesight(foresight)
  provideSentences(sentenceOf)
  provideLists(createInList)
  registerConsoleCommands()
  registerTableCommands()
  followNavigation()
}

/** Application frame: bars, sidebar, screens and overlays. */
export default function Frame() {
  const text = useText()
  const title = useTabTitle(useAtomValue(locationAtom))
  const previewed = useAtomValue(previewedAtom)
  const isPhone = usePhone()
  const hasLabels = useAtomValue(labelSheetsAtom) !== null
  useEffect(() => frameHandlers(), [])
  useEffect(() => helpHandlers(), [])
  useEffect(() => followCurrency(), [])
  useEffect(() => followSettings(), [])
  useEffect(() => followOutbox(), [])
  useEffect(() => followDownloads(), [])
  useEffect(() => followLinks(), [])
  useEffect(() => followScanner(), [])
  useEffect(() => followBack(), [])
  useEffect(() => guardFocus(), [])
  useEffect(() => followInstalled(), [])
  useEffect(() => followSplit(), [])
  useEffect(() => guardUnsaved(), [])
  useEffect(() => blockStrayDrops(), [])
  useEffect(() => preloadScreens(), [])
  return (
    <>
      <title>{`${title} · ${text('shell.name')}`}</title>
      <a className={styles.skip} href="#main">
        {text('shell.skip')}
      </a>
      <div className={styles.frame}>
        {isPhone ? null : <Sidebar />}
        <div className={styles.column}>
          <TopBar />
          <Tabs />
          <div className={styles.work}>
            <main className={styles.main} id="main" data-region="main" tabIndex={-1}>
              <OpenScreens />
            </main>
            {previewed ? <PreviewPane target={previewed} /> : null}
          </div>
          <ConnectionStrip />
          <StatusBar />
          {isPhone ? <PhoneBar /> : null}
        </div>
      </div>
      <ChordPanel />
      <Palette />
      <KeySheet />
      <HelpWindow />
      <ErrorLog />
      <CameraPart />
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
      <KeyTips />
      <PartSuspense fallback={null}>
        <Printing />
        {hasLabels ? <LabelSheets /> : null}
      </PartSuspense>
    </>
  )
}
