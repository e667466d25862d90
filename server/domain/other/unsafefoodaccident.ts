/** Food safety accidents: a report is due within hours, and every step leaves its words (domain.md §2.3, §7). */
import type { unsafefoodaccident } from '../../../src/contract/other/unsafefoodaccident.ts'
import { invalid } from '../../../src/contract/schema/answer.ts'
import type { RowOf } from '../../../src/contract/schema/entity.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import { labelled, ownEmployee } from '../people.ts'
import type { RulesWithActions } from '../rule.ts'
import { settingOf } from '../system/settings.ts'
import { addHours } from '../workingDays.ts'

type Accident = RowOf<typeof unsafefoodaccident>

/** A step that asks for some texts first, each named when it is missing. */
const after =
  (...names: readonly (keyof Accident & string)[]) =>
  async (_context: unknown, accident: Accident): Promise<undefined> => {
    const missing = names.filter(name => isEmpty(accident[name]))
    if (missing.length > 0) throw invalid(Object.fromEntries(missing.map(name => [name, 'required'])))
  }

export const unsafefoodaccidentRules: RulesWithActions<typeof unsafefoodaccident> = {
  prepare: async context => [labelled('reporterId', await ownEmployee(context))],
  async beforeSave(context, row) {
    if (typeof row.knowTime !== 'string' || Number.isNaN(Date.parse(row.knowTime))) return
    row.reportDeadline = addHours(row.knowTime, await settingOf(context, 'accidentReportHours'))
  },
  actions: {
    investigate: after('reportTime', 'reportTo'),
    handle: after('investigation'),
    close: after('liability', 'lessons'),
  },
}
