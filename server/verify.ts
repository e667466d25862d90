/** Hash chain verification, `npm run verify`: exit code 1 on a mismatch. */
import { join } from 'node:path'
import { closeDatabase, openDatabase } from './db/connection/open.ts'
import { appendHead, headIn, headText, readHeads } from './domain/chain/heads.ts'
import { damagedText } from './domain/chain/restored.ts'
import { headOf } from './domain/chain/seal.ts'
import { chainErrorText, verifyChain } from './domain/chain/verify.ts'
import { settingsOrExit } from './http/environment.ts'
import { reasonOf } from './http/startRefusal.ts'
import { runningCluster, startCluster } from './postgres/cluster.ts'

const env = settingsOrExit()
const dataDirectory = env.DATA_DIR ?? './data'
const folder = env.BACKUP_DIR ?? join(dataDirectory, 'backups')
const given = process.argv.slice(2)

const say = (text: string) => process.stdout.write(`${text}\n`)

async function verify(): Promise<number> {
  const external = env.DATABASE_URL && (env.DATABASE_OWNER_URL || env.DATABASE_URL)
  const cluster = external ? null : await runningCluster(dataDirectory)
  const own = external || cluster ? null : await startCluster(dataDirectory)
  const db = openDatabase(external || (cluster ?? own?.owner ?? ''))
  try {
    if (given.includes('--restored'))
      await appendHead(folder, { ...(await headOf(db)), at: new Date().toISOString() }, 'restored')
    const named = given.flatMap(text => headIn(text, 'the command line') ?? [])
    if (named.length < given.filter(text => !text.startsWith('--')).length)
      throw new Error('A head is a number, a colon and 64 hexadecimal digits.')
    const heads = [...(await readHeads(folder)), ...named]
    const { rows, head, errors } = await verifyChain(db, heads)
    for (const error of errors) say(`${chainErrorText('en-US', error)}\n  ${chainErrorText('zh-CN', error)}`)
    say(`${rows} records, ${heads.length} heads told, head ${headText(head)}`)
    say(errors.length === 0 ? 'Whole' : damagedText())
    return errors.length === 0 ? 0 : 1
  } finally {
    await closeDatabase(db)
    await own?.stop()
  }
}

process.exitCode = await verify().catch(error => {
  process.stderr.write(`${reasonOf(error, { port: 0, host: '' })}\n`)
  return 2
})
