/** Verification of restored databases before use. */
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import type { Database } from '../../db/connection/context.ts'
import { appendHead, headIn, headText, readHeads } from './heads.ts'
import { headOf } from './seal.ts'
import { chainErrorText, headErrors, verifyChain } from './verify.ts'

/** Marker in a backup's PostgreSQL folder, and in restored directories. */
export const markerName = 'lotline.head'

const readMarker = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })

/** Server and `npm run verify` have no user language. */
const locale: Locale = 'en-US'
export const damagedText = (): string => `${format(locale, 'chain.damaged')} (${format('zh-CN', 'chain.damaged')})`

/**
 * Verifies a restored database against its head.
 * @throws Error with the first faulty row
 */
export async function examineRestored(
  db: Database,
  { folder, heads, say }: { readonly folder: string; readonly heads: string; readonly say: (text: string) => void },
): Promise<void> {
  const marker = join(folder, markerName)
  const text = await readMarker(marker)
  if (text === null) return
  const [headPart = '', at = ''] = text.trim().split(' ')
  const head = headIn(headPart, at)
  if (!head) throw new Error(`${damagedText()}: ${marker} names no head of the audit chain.`)
  say('Verifying the copy that was put back')
  const { rows, errors } = await verifyChain(db, [head])
  const [first] = errors
  if (first)
    throw new Error(
      `${damagedText()}: ${chainErrorText(locale, first)}. Put back another one, or start on it nevertheless by removing ${marker}.`,
    )
  await appendHead(heads, { ...head, at: new Date().toISOString() }, 'restored')
  await rename(marker, `${marker}.verified`)
  say(`The copy is whole: ${rows} records fit up to ${headText(await headOf(db))}`)
}

/** Reports heads missing at start: truncated, or restored from older data. */
export async function reportForeignHeads(db: Database, heads: string, say: (text: string) => void): Promise<void> {
  const [first] = await headErrors(db, await readHeads(heads), (await headOf(db)).position)
  if (first)
    say(
      `${chainErrorText(locale, first)}. Run \`npm run verify\`; after an older copy was put back, \`npm run verify -- --restored\`.`,
    )
}
