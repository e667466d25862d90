/** Home page data, restricted by permission. */
import type { Context } from '../../db/connection/context.ts'
import { productVersion } from '../basis/productVersion.ts'
import { homeCounters } from './homeCounters.ts'
import { homeDeadlines } from './homeDeadlines.ts'

/** Version and time for anybody; for signed-in callers also pending work and deadlines. */
export async function systemInformation(context: Context): Promise<unknown> {
  const known = { version: productVersion, serverTime: context.now }
  if (context.userId === null) return known
  return { ...known, counters: await homeCounters(context), deadlines: await homeDeadlines(context) }
}
