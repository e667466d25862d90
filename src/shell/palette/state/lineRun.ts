/** Run of a command line through the gate. */
import { entityNamed } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { initial } from '#contract/schema/validate.ts'
import type { Arguments, Command, Result } from '../../../commands/core/command.ts'
import { execute } from '../../../commands/gate/execute.ts'
import { beginsRecord, recordValuesOf } from '../../../commands/search/commandLine.ts'
import { clock } from '../../../data/clock.ts'
import { linesOf } from '../../../data/drafts/lineKeys.ts'
import { prepareRecords } from '../../../data/records/records.ts'
import type { RowValues } from '../../../data/records/row.ts'
import { completed, soleCandidates } from '../../../fields/soleCandidates.ts'
import { focusMissing } from '../../frame/focusMissing.ts'
import { closeOverlay } from '../../frame/overlays.ts'
import type { LineValues } from './lineValues.ts'

export function reasonAgainstLine({ line, readings, rows }: LineValues): string | undefined {
  if (!line.command.rows) return undefined
  if (rows.isTooMany) return 'grid.reason.tooMany'
  // Rows must be given: otherwise the selection would be taken.
  if (rows.ids.length === 0) return 'palette.line.noRows'
  return readings.some(({ slot }) => !slot) ? 'palette.line.notUnderstood' : undefined
}

async function lineOf(line: Entity, given: RowValues): Promise<RowValues> {
  const row = { ...initial(line, clock()), ...given }
  return { ...row, ...completed(line.fields, row, await soleCandidates(line.fields, {}, row)) }
}

async function recordArguments(command: Command, { readings }: LineValues): Promise<Arguments> {
  const entity = entityNamed(command.entity ?? '')
  const { header, labels, lines } = recordValuesOf(readings)
  if (!entity || Object.keys(lines).length === 0) return { values: header }
  // Addresses, which load defaults, carry no lines.
  const [prepared = {}] = await prepareRecords(entity.name, header).catch(() => [])
  const added = Object.entries(lines).map(async ([name, line]) => {
    const own = entity.lines[name]
    return [name, [...linesOf(prepared, name), own ? await lineOf(own, line) : line]]
  })
  return { values: { ...prepared, ...header, ...labels, ...Object.fromEntries(await Promise.all(added)) } }
}

export async function runLine(values: LineValues): Promise<Result> {
  const { command } = values.line
  if (!beginsRecord(command)) {
    const { header } = recordValuesOf(values.readings)
    closeOverlay()
    return execute(command.id, { ...header, ...(command.rows ? { ids: values.rows.ids } : {}) }, { surface: 'palette' })
  }
  const args = await recordArguments(command, values)
  closeOverlay()
  const result = await execute(command.id, args, { surface: 'palette' })
  if (result.status === 'ok' && command.entity) focusMissing(command.entity)
  return result
}
