/** Recall phone number of a dealer, copied to the clipboard. */
import { dealer } from '#contract/sale/dealer.ts'
import { loadRecord } from '../../data/records/records.ts'
import { type Command, done } from '../core/command.ts'
import { storedIds, targetOf } from '../core/target.ts'

export const dealerPhoneCommands: readonly Command[] = [
  {
    id: 'dealer.copyPhone',
    title: 'command.dealer.copyPhone',
    group: 'dealer',
    entity: 'dealer',
    icon: 'phone-call',
    permission: { menu: 'dealer' },
    risk: 'read',
    rank: 4,
    rows: { entity: dealer, one: true },
    async run(args, context) {
      const target = targetOf('dealer', context, args)
      const [id] = storedIds(target)
      const known = target.rows[0]?.recallPhone
      const phone = known ?? (id === undefined ? null : (await loadRecord('dealer', id)).recallPhone)
      if (typeof phone !== 'string' || phone === '')
        return { status: 'denied', reason: 'when', message: 'review.reason.noPhone' }
      // Headless there is no clipboard: scripts get the number.
      await globalThis.navigator?.clipboard?.writeText(phone)
      return { ...done(phone), message: 'review.phoneCopied', values: { phone } }
    },
  },
]
