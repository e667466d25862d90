/** Trilingual messages by key. Browsers get one language, see the `.built.ts` files. */
import type { Locale, Texts } from './locales.ts'
import { authenticatorTexts } from './parts/authenticator.ts'
import { chainTexts } from './parts/chain.ts'
import { clipboardTexts } from './parts/clipboard.ts'
import { closedCellTexts } from './parts/closedCells.ts'
import { commandTexts } from './parts/commands.ts'
import { dataTexts } from './parts/data.ts'
import { domainTexts } from './parts/domain.ts'
import { draftTexts } from './parts/drafts.ts'
import { editingTexts } from './parts/editing.ts'
import { editorTexts } from './parts/editor.ts'
import { faultTexts } from './parts/faults.ts'
import { fileTexts } from './parts/files.ts'
import { filterTexts } from './parts/filters.ts'
import { frameTexts } from './parts/frame.ts'
import { graphTexts } from './parts/graph.ts'
import { gridTexts } from './parts/grid.ts'
import { gridRangeTexts } from './parts/gridRanges.ts'
import { keyTexts } from './parts/keys.ts'
import { passwordTexts } from './parts/passwords.ts'
import { questionTexts } from './parts/questions.ts'
import { realtimeTexts } from './parts/realtime.ts'
import { recallTexts } from './parts/recall.ts'
import { reviewTexts } from './parts/review.ts'
import { scriptTexts } from './parts/script.ts'
import { settingTexts } from './parts/settings.ts'
import { shellTexts } from './parts/shell.ts'
import { tablesTexts } from './parts/tables.ts'
import { taskNameTexts, taskTexts } from './parts/tasks.ts'
import { transferTexts } from './parts/transfer.ts'
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
