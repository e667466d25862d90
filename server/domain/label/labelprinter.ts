/** Printers: addresses that the server may reach. */
import type { labelprinter } from '#contract/label/labelprinter.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { isLiteral, isPrinterAddress } from '../files/addresses.ts'
import { isRefusedHere } from './printerConnection.ts'

const hostName = /^(?=.{1,100}$)[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)*$/u

const localhost = /^(?:.*\.)?localhost$/i

/** Old forms of numbers, which resolvers read as addresses. */
const isNumeric = (address: string) => /^(0x[\da-f]+|\d+)(\.(0x[\da-f]+|\d+))*$/i.test(address)

export const labelprinterRules: EntityHooks<typeof labelprinter> = {
  async beforeSave(_context, row) {
    const address = row.address?.trim() ?? ''
    if (address === '') return
    const isAllowed = isLiteral(address) ? isPrinterAddress(address) : hostName.test(address) && !isNumeric(address)
    if (!isAllowed && address.length <= 100) throw invalid({ address: 'printerAddress' })
    if (isRefusedHere(localhost.test(address) ? '127.0.0.1' : address)) throw invalid({ address: 'printerLocal' })
    row.address = address
  },
}
