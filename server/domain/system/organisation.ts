/** Standard equipment of an organisation: virtual locations, settings, tasks, recall grades, label templates. */
import type { Context } from '../../db/connection/context.ts'
import { makeLabelTemplates } from '../label/labeltemplate.ts'
import { makeRecallGrades } from '../settings/recallGrades.ts'
import { makeSettings } from '../settings/setting.ts'
import { createVirtualLocations } from '../stock/locations.ts'
import { makeTasks } from '../tasks/task.ts'

/** Creates missing equipment; idempotent, so that upgrades reach old databases. */
export async function equipOrganisation(context: Context): Promise<void> {
  await createVirtualLocations(context)
  await makeSettings(context)
  await makeTasks(context)
  await makeRecallGrades(context)
  await makeLabelTemplates(context)
}
