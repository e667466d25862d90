/** Commands that only what is on screen can perform; browser/everyCommand.spec.ts runs them. */

import type { ScreenCase } from './page.ts'
import { columnCases } from './screenColumns.ts'
import { draftCases } from './screenDrafts.ts'
import { editorCases } from './screenEditors.ts'
import { fileFieldCases } from './screenFiles.ts'
import { foldingCases } from './screenFolding.ts'
import { overlayAndFrameCases } from './screenFrame.ts'
import { graphCases } from './screenGraph.ts'
import { motionCases } from './screenMotions.ts'
import { recordCases } from './screenRecords.ts'
import { richTextCases } from './screenRich.ts'
import { rowCases } from './screenRows.ts'
import { valueCases } from './screenValues.ts'
import { filterAndViewCases } from './screenViews.ts'

/** Cases by subject: each part runs on its own page. */
export const screenParts: Readonly<Record<string, readonly ScreenCase[]>> = {
  'where the cursor goes and what is marked': motionCases,
  'what is entered, filled, copied and taken back': valueCases,
  'what is looked at and stepped through': editorCases,
  'rows, and what a list shows': rowCases,
  'what becomes of unsaved changes': draftCases,
  'columns and menus': columnCases,
  'filters and views': filterAndViewCases,
  'the files of a record': fileFieldCases,
  'the formatted text of a record': richTextCases,
  'the graph of a trace': graphCases,
  'fields folded away in a form': foldingCases,
  'the record that is open': recordCases,
  'what lies over the page, and the frame': overlayAndFrameCases,
}

export const screenCases: readonly ScreenCase[] = Object.values(screenParts).flat()
