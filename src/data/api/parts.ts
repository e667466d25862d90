/** Lazily loaded chunks, and their load failures. */
import { text } from '../language.ts'
import { store } from '../store.ts'
import { unreachedAtom } from './transport.ts'

/** Missing chunk: gone after an update, or connection failed. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  constructor(cause: unknown) {
    super(text('parts.missing'), { cause })
  }
}

/** Load error messages of the browsers; the last one is Vite's. */
const browserWords = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

export const isPartMissing = (error: unknown): boolean =>
  error instanceof PartMissing || (error instanceof Error && browserWords.test(error.message))

const scriptIn = (page: string) => /<script[^>]+src="([^"]*\/assets\/[^"]+)"/.exec(page)?.[1]

/** Newer version on the server; false when unreachable. */
export async function isUpdated(): Promise<boolean> {
  const open = document.querySelector('script[type=module][src*="/assets/"]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    const now = answer.ok ? scriptIn(await answer.text()) : undefined
    return now !== undefined && open !== undefined && now !== open
  } catch {
    store.set(unreachedAtom, true)
    return false
  }
}
