/** Exchange of the operation password for a ticket. */
import { operationTicket } from '#contract/system/session.ts'
import { request } from './api.ts'
import { storeTicket } from './operationTickets.ts'

/** @throws CallError 1010 for a wrong password, 429 after too many */
export async function giveOperationPassword(password: string): Promise<void> {
  storeTicket(await request(operationTicket, { password }))
}
