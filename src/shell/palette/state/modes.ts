/** The modes of the search: the sign that begins each, and what it says of itself. Pure. */
import { type Mode, modeOf } from '../../../commands/search/search.ts'

/** Modes that a sign begins, in the order help lists them. */
export const signs = {
  actions: '>',
  pages: '/',
  records: '#',
  people: '@',
  calculate: '=',
  help: '?',
} as const satisfies Readonly<Record<Exclude<Mode, 'all'>, string>>

export type SignedMode = keyof typeof signs

export const signedModes: readonly SignedMode[] = ['actions', 'pages', 'records', 'people', 'calculate', 'help']

/** What is asked: with the sign of its mode, as the search reads it. */
export function queryOf(mode: Mode, text: string): string {
  return mode === 'all' ? text : signs[mode] + text
}

/** Takes the sign off what was typed where no mode is on: the chip says it from then on. */
export function entered(mode: Mode, typed: string): { readonly mode: Mode; readonly text: string } {
  if (mode !== 'all') return { mode, text: typed }
  const asked = modeOf(typed).mode
  return asked === 'all' ? { mode, text: typed } : { mode: asked, text: typed.trimStart().slice(1) }
}
