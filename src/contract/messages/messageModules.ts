/** Trilingual messages by key. Browsers get one language (`.buildtime.ts`). */
import type { Locale, Texts } from './locales.ts'
import { authenticatorTexts } from './modules/authenticatorTexts.ts'
import { chainTexts } from './modules/chainTexts.ts'
import { clipboardTexts } from './modules/clipboardTexts.ts'
import { closedCellTexts } from './modules/closedCellsTexts.ts'
import { commandTexts } from './modules/commandsTexts.ts'
import { dataTexts } from './modules/dataTexts.ts'
import { domainTexts } from './modules/domainTexts.ts'
import { draftTexts } from './modules/draftsTexts.ts'
import { editingTexts } from './modules/editingTexts.ts'
import { editorTexts } from './modules/editorTexts.ts'
import { errorTexts } from './modules/errorTexts.ts'
import { fileTexts } from './modules/filesTexts.ts'
import { filterTexts } from './modules/filtersTexts.ts'
import { frameTexts } from './modules/frameTexts.ts'
import { graphTexts } from './modules/graphTexts.ts'
import { gridRangeTexts } from './modules/gridRangesTexts.ts'
import { gridTexts } from './modules/gridTexts.ts'
import { keyTexts } from './modules/keysTexts.ts'
import { passwordTexts } from './modules/passwordsTexts.ts'
import { questionTexts } from './modules/questionsTexts.ts'
import { realtimeTexts } from './modules/realtimeTexts.ts'
import { recallTexts } from './modules/recallTexts.ts'
import { scriptTexts } from './modules/scriptTexts.ts'
import { settingTexts } from './modules/settingsTexts.ts'
import { shellTexts } from './modules/shellTexts.ts'
import { tablesTexts } from './modules/tablesTexts.ts'
import { taskNameTexts, taskTexts } from './modules/tasksTexts.ts'
import { traceTexts } from './modules/traceTexts.ts'
import { transferTexts } from './modules/transferTexts.ts'
import type { Text } from './text.ts'

const messageModules = {
  ...shellTexts,
  ...commandTexts,
  ...frameTexts,
  ...gridTexts,
  ...editingTexts,
  ...errorTexts,
  ...filterTexts,
  ...domainTexts,
  ...dataTexts,
  ...draftTexts,
  ...realtimeTexts,
  ...tablesTexts,
}

/** Messages needed after sign-in only: browsers load them later. */
export const deferredMessages: Readonly<Record<string, Text>> = {
  ...authenticatorTexts,
  ...chainTexts,
  ...clipboardTexts,
  ...closedCellTexts,
  ...editorTexts,
  ...fileTexts,
  ...graphTexts,
  ...gridRangeTexts,
  ...keyTexts,
  ...recallTexts,
  ...passwordTexts,
  ...questionTexts,
  ...traceTexts,
  ...scriptTexts,
  ...settingTexts,
  ...taskNameTexts,
  ...taskTexts,
  ...transferTexts,
}

export const allMessages: Readonly<Record<string, Text>> = { ...messageModules, ...deferredMessages }

const places: Readonly<Record<Locale, 0 | 1 | 2>> = { 'zh-CN': 0, 'zh-TW': 1, 'en-US': 2 }

export function messagesFor(locale: Locale, texts: Readonly<Record<string, Text>> = messageModules): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, said]) => [key, said[places[locale]]]))
}
