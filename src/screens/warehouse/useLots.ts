/** Lots of a scan, and where they are stored. */
import { useAtomValue } from 'jotai'
import { decimal } from '#contract/schema/decimal.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Arguments, CommandContext, Result } from '../../commands/core/command.ts'
import type { ScanMatch } from '../../commands/scan/lookUp.ts'
import { matchOf, unknownCode } from '../../commands/scan/scanCommands.ts'
import { sound } from '../../commands/scan/scanSound.ts'
import { localeAtom } from '../../data/language.ts'
import { listRecords } from '../../data/records/records.ts'
import type { Row } from '../../data/records/row.ts'
import { orFromCopy } from '../../data/records/storedCopies.ts'
import { cells } from '../../fields/index.ts'
import { unitOf, unitShown } from '../../fields/units.ts'
import { useHandlers } from '../../ui/useHandlers.ts'

/** Balances of a lot in bins, largest first. */
export async function binsOfLot(lotId: number): Promise<readonly Row[]> {
  const where = [
    { field: 'lotId', op: 'eq', value: lotId },
    { field: 'quantity', op: 'gt', value: '0' },
    { field: 'locationType', op: 'in', value: ['STORAGE'] },
  ]
  const rows = await orFromCopy(
    'stockbalance',
    async () => (await listRecords('stockbalance', { page: 1, size: 50, where })).rows,
    copies => copies.filter(row => row.lotId === lotId),
  )
  return rows.toSorted((one, other) => Number(other.quantity) - Number(one.quantity))
}

/** Amount of a balance that no closed pallet holds. */
export const looseIn = ({ quantity, palletQty }: Row): string =>
  decimal(quantity || 0)
    .minus(decimal(palletQty || 0))
    .toFixed()

/** Takes scans of a task; false for a code without meaning there, or why not. */
export function useTaskScan(take: (match: ScanMatch, context: CommandContext) => Promise<boolean | Result>): void {
  const scan = async (args: Arguments, context: CommandContext): Promise<Result> => {
    const match = await matchOf(args, context)
    if ('status' in match) {
      sound('refused')
      return unknownCode(String(args.code))
    }
    const isTaken = await take(match, context)
    sound(isTaken === true ? 'taken' : 'refused')
    if (typeof isTaken === 'object') return isTaken
    return isTaken ? { status: 'ok' } : unknownCode(match.code.lotNo ?? match.code.text)
  }
  useHandlers({ 'scan.enter': { run: scan } })
}

/** Text of a value with its unit. */
export function useShown() {
  const locale = useAtomValue(localeAtom)
  return ({ fields }: Entity, row: Row, name: string): string => {
    const field = fields[name]
    if (!field) return ''
    const unit = unitShown(field, row, unitOf(fields, name), row[name])
    return [cells[field.kind].toText(row[name], row, field, locale, name), unit].filter(Boolean).join(' ')
  }
}
