/** Commands for scanned codes. */

import { defineEnumeration, enumeration, text as textField } from '#contract/schema/field.ts'
import { text } from '../../data/language.ts'
import { navigate } from '../../data/location.ts'
import { scanSoundAtom, soundScans } from '../../data/settings/scanSound.ts'
import { store } from '../../data/store.ts'
import { builtin } from '../core/builtin.ts'
import type { Arguments, Command, CommandContext, Result } from '../core/command.ts'
import { findCommand } from '../core/registry.ts'
import { commandTitle } from '../core/titles.ts'
import { reasonAgainst } from '../gate/availability.ts'
import { execute } from '../gate/execute.ts'
import { askArguments } from '../gate/prompts.ts'
import { matchScan, type ScanMatch } from './lookUp.ts'

interface ScanAction {
  readonly title: string
  run(): Result | Promise<Result>
}

const opening = (entity: string, id: unknown, title: string): ScanAction => ({
  title,
  run: () => {
    navigate(`/${entity}/${id}`)
    return { status: 'ok' }
  },
})

function running(id: string, args: Arguments, { surface, signal }: CommandContext): readonly ScanAction[] {
  const command = findCommand(id)
  if (!command || reasonAgainst(command, surface, args) !== undefined) return []
  return [{ title: commandTitle(command), run: () => execute(id, args, { surface, signal }) }]
}

/** Actions outside lists and documents. */
export function actionsFor({ code, lots, products, productSpecs, locations }: ScanMatch, context: CommandContext) {
  const ids = lots.map(({ id }) => id)
  const product = products[0]?.id ?? productSpecs[0]?.productId
  if (ids.length > 0)
    return [
      ...running('stocklot.traceForward', { ids }, context),
      ...running('stocklot.traceBackward', { ids }, context),
      ...lots.map(({ id, lotNo, itemName }) =>
        opening('stocklot', id, text('scan.openLot', { lotNo: String(lotNo), itemName: String(itemName ?? '') })),
      ),
    ]
  return [
    ...(code.gtin ? running('reviewdesc.run', { gs1: code.text }, context) : []),
    ...(product === undefined ? [] : [opening('product', product, text('scan.openProduct'))]),
    ...locations.map(({ id, name }) => opening('stocklocation', id, text('scan.openLocation', { name: String(name) }))),
  ]
}

export const unknownCode = (code: string): Result => ({
  status: 'failed',
  code: 0,
  message: text('scan.unknown', { code }),
})

function openPallet({ pallets: [pallet] }: ScanMatch): Result | undefined {
  if (!pallet) return undefined
  navigate(`/pallet/${pallet.id}`)
  return { status: 'ok' }
}

export async function chooseAction(match: ScanMatch, context: CommandContext): Promise<Result> {
  if (context.surface === 'script') return { status: 'ok', data: match }
  const opened = openPallet(match)
  if (opened) return opened
  const actions = actionsFor(match, context)
  const command = findCommand('scan.enter')
  if (!command || actions.length === 0 || (match.lots.length === 0 && match.code.lotNo !== undefined))
    return unknownCode(match.code.lotNo ?? match.code.text)
  const titles = Object.fromEntries(actions.map(({ title }, at) => [`${at}`, title]))
  const action = enumeration('操作', defineEnumeration('scanAction', titles), { required: true })
  const request = {
    by: 'palette',
    command,
    fields: { action },
    values: {},
    fieldErrors: {},
    confirmation: null,
  } as const
  const given = await askArguments(request, context.signal)
  if (given === null) return { status: 'cancelled' }
  return (await actions[Number(given.action)]?.run()) ?? { status: 'cancelled' }
}

export async function matchOf({ code }: Arguments, { signal }: CommandContext): Promise<ScanMatch | Result> {
  return (await matchScan(String(code), signal)) ?? { status: 'invalid', faults: { code: 'gs1' } }
}

async function enter(args: Arguments, context: CommandContext): Promise<Result> {
  const match = await matchOf(args, context)
  return 'status' in match ? match : chooseAction(match, context)
}

async function toggleSound({ on }: Arguments): Promise<Result> {
  const before = store.get(scanSoundAtom)
  const isOn = typeof on === 'boolean' ? on : !before
  await soundScans(isOn)
  const message = isOn ? 'scan.soundOn' : 'scan.soundOff'
  return { status: 'ok', data: { on: isOn }, message, undo: { id: 'scan.sound', args: { on: before } } }
}

export const scanCommands: readonly Command[] = [
  {
    ...builtin('scan.enter', 'app', [], {
      icon: 'search',
      keywords: ['扫码', '掃碼', '条码', '條碼', 'GS1', 'scan', 'barcode', 'QR'],
      run: enter,
    }),
    arguments: { code: textField('条码', { required: true, max: 300 }) },
    single: 'queue',
  },
  {
    ...builtin('scan.takeAnyway', 'app', []),
    arguments: { reason: textField('原因', { required: true, max: 100 }) },
  },
  builtin('scan.camera', 'app', [], {
    icon: 'camera',
    surfaces: ['palette', 'button', 'menu', 'shortcut'],
    keywords: ['摄像头', '相机', '拍照', '扫一扫', '相機', '鏡頭', '掃一掃', 'camera', 'scan'],
  }),
  builtin('scan.leave', 'app', [], { surfaces: ['button', 'script'] }),
  builtin('scan.sound', 'app', [], {
    accepts: ['on'],
    keywords: ['声音', '静音', '聲音', '靜音', 'sound', 'beep', 'mute'],
    run: toggleSound,
  }),
]
