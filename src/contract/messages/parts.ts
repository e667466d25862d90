/** Trilingual messages by key. Browsers get one language, see the `.built.ts` files. */
import type { Locale, Texts } from './locales.ts'
import { authenticatorTexts } from './parts/authenticatorTexts.ts'
import { chainTexts } from './parts/chainTexts.ts'
import { clipboardTexts } from './parts/clipboardTexts.ts'
import { closedCellTexts } from './parts/closedCellsTexts.ts'
import { commandTexts } from './parts/commandsTexts.ts'
import { dataTexts } from './parts/dataTexts.ts'
import { domainTexts } from './parts/domainTexts.ts'
import { draftTexts } from './parts/draftsTexts.ts'
import { editingTexts } from './parts/editingTexts.ts'
import { editorTexts } from './parts/editorTexts.ts'
import { faultTexts } from './parts/faultsTexts.ts'
import { fileTexts } from './parts/filesTexts.ts'
import { filterTexts } from './parts/filtersTexts.ts'
import { frameTexts } from './parts/frameTexts.ts'
import { graphTexts } from './parts/graphTexts.ts'
import { gridRangeTexts } from './parts/gridRangesTexts.ts'
import { gridTexts } from './parts/gridTexts.ts'
import { keyTexts } from './parts/keysTexts.ts'
import { passwordTexts } from './parts/passwordsTexts.ts'
import { questionTexts } from './parts/questionsTexts.ts'
import { realtimeTexts } from './parts/realtimeTexts.ts'
import { recallTexts } from './parts/recallTexts.ts'
import { reviewTexts } from './parts/reviewTexts.ts'
import { scriptTexts } from './parts/scriptTexts.ts'
import { settingTexts } from './parts/settingsTexts.ts'
import { shellTexts } from './parts/shellTexts.ts'
import { tablesTexts } from './parts/tablesTexts.ts'
import { taskNameTexts, taskTexts } from './parts/tasksTexts.ts'
import { transferTexts } from './parts/transferTexts.ts'
import type { Text } from './text.ts'

const parts = {
  ...shellTexts,
  ...commandTexts,
  ...frameTexts,
  ...gridTexts,
  ...editingTexts,
  ...faultTexts,
  ...filterTexts,
  ...domainTexts,
  ...dataTexts,
  ...draftTexts,
  ...realtimeTexts,
  ...reviewTexts,
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
  ...scriptTexts,
  ...settingTexts,
  ...taskNameTexts,
  ...taskTexts,
  ...transferTexts,
}

export const allMessages: Readonly<Record<string, Text>> = { ...parts, ...deferredMessages }

const places: Readonly<Record<Locale, 0 | 1 | 2>> = { 'zh-CN': 0, 'zh-TW': 1, 'en-US': 2 }

export function messagesFor(locale: Locale, texts: Readonly<Record<string, Text>> = parts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, said]) => [key, said[places[locale]]]))
}
