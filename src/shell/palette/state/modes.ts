/** Search modes with prefix and description. Pure. */
import { type Mode, modeOf } from '../../../commands/search/search.ts'

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

export function queryOf(mode: Mode, text: string): string {
  return mode === 'all' ? text : signs[mode] + text
}

/** Strips a typed prefix, which becomes the mode chip. */
export function entered(mode: Mode, typed: string): { readonly mode: Mode; readonly text: string } {
  if (mode !== 'all') return { mode, text: typed }
  const asked = modeOf(typed).mode
  return asked === 'all' ? { mode, text: typed } : { mode: asked, text: typed.trimStart().slice(1) }
}
