/** Parts of the client that are fetched when they are first needed, and what it means when one does not come. */
import { text } from '../language.ts'

/** A part did not come: its file is gone since an update, or the line failed. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  constructor(cause: unknown) {
    super(text('parts.missing'), { cause })
  }
}

/** As browsers put it that a script or a style sheet did not come; Vite's words are the last. */
const browserWords = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

export const isPartMissing = (error: unknown): boolean =>
  error instanceof PartMissing || (error instanceof Error && browserWords.test(error.message))

const scriptIn = (page: string) => /<script[^>]+src="([^"]*\/assets\/[^"]+)"/.exec(page)?.[1]

/** Has the server another version than the one that is open? False where nobody answers. */
export async function isUpdated(): Promise<boolean> {
  const open = document.querySelector('script[type=module][src*="/assets/"]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    const now = answer.ok ? scriptIn(await answer.text()) : undefined
    return now !== undefined && open !== undefined && now !== open
  } catch {
    return false
  }
}
