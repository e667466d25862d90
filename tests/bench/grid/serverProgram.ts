/** The real server on the database and with the built pages of the bench: run as a process, says its address. */
import { closeDatabase, openDatabase } from '../../../server/db/connection/open.ts'
import { createServer } from '../../../server/http/serve.ts'

const { DATABASE_URL = '', DIST = '' } = process.env
const db = openDatabase(DATABASE_URL)
const app = await createServer({ db, staticDirectory: DIST })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)

async function stop() {
  await app.close()
  await closeDatabase(db)
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
// The bench went away without a word: nothing may be left behind.
process.once('disconnect', () => void stop())
