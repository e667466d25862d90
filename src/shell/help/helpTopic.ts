/** State of the help windows; opened by commands. */
import { atom } from 'jotai'
import type { Arguments } from '../../commands/core/command.ts'
import { contextAtom } from '../../commands/core/context.ts'
import { flushEditing } from '../../commands/core/pendingEdit.ts'
import { type CommandHandler, registerHandlers } from '../../commands/core/registry.ts'
import { store } from '../../data/store.ts'
import { overlayAtom, toggleOverlay } from '../frame/overlays.ts'
import { type Chapter, chapterOf, isChapter } from './chapters.ts'

/** Field or column that had the focus, with its explanation. */
export interface Term {
  readonly name: string
  readonly explanation: string
}

export const termAtom = atom<Term | null>(null)

function focusedTerm(): Term | null {
  const focused = document.activeElement
  const grid = focused?.closest('[data-grid]')
  const cell = focused?.closest<HTMLElement>('[data-column-id]') ?? grid?.querySelector<HTMLElement>('[data-active]')
  const head = grid?.querySelector<HTMLElement>(`[role=columnheader][data-column-id="${cell?.dataset.columnId}"]`)
  const mark = focused?.closest('[data-field]')?.querySelector<HTMLElement>('[data-explanation]')
  const { term: name, explanation } = (head ?? mark)?.dataset ?? {}
  return name && explanation ? { name, explanation } : null
}

export const chapterAtom = atom<Chapter>('receiving')

function openPageHelp(): void {
  store.set(termAtom, focusedTerm())
  // Flush editing first: the window takes focus.
  void flushEditing()
  toggleOverlay('help')
}

function openGuide({ chapter }: Arguments): void {
  void flushEditing()
  store.set(chapterAtom, isChapter(chapter) ? chapter : chapterOf(store.get(contextAtom).page))
  store.set(overlayAtom, 'guide')
}

const handlers: Readonly<Record<string, CommandHandler>> = {
  'help.page': { run: openPageHelp },
  'help.guide': { run: openGuide },
}

export const helpHandlers = (): (() => void) => registerHandlers(handlers)
