import { shipped } from '../../contract/messages/index.ts'
import { text } from '../../data/messages.ts'

/** The text of a fault: of its key under `fault.`, or the text it is already. */
export function faultText(fault: string): string {
  const key = `fault.${fault}`
  return key in shipped['zh-CN'] ? text(key) : fault
}
