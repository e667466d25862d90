/** What every organisation has from its first day: virtual places, settings, tasks and the grades of recalls. */
import type { Context } from '../../db/connection/context.ts'
import { makeRecallGrades } from '../settings/recallGrades.ts'
import { makeSettings } from '../settings/setting.ts'
import { createVirtualLocations } from '../stock/locations.ts'
import { makeTasks } from '../tasks/task.ts'

/** Makes what is missing of it; harmless to repeat, so that an older database gets what a new version brings. */
export async function equipOrganisation(context: Context): Promise<void> {
  await createVirtualLocations(context)
  await makeSettings(context)
  await makeTasks(context)
  await makeRecallGrades(context)
}
