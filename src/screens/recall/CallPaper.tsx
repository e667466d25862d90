import { useAtomValue } from 'jotai'
import { unitText } from '#contract/messages/shippedNames.ts'
import { callbackdealer } from '#contract/recall/callbackdealer.ts'
import { callbacknotice } from '#contract/recall/callbacknotice.ts'
import type { ExpectedContact, RecallContact } from '#contract/recall/recall.ts'
import { localeAtom } from '../../data/language.ts'
import { grouped } from '../../data/numerals.ts'
import { recallStateAtom } from '../../data/trace/recalls.ts'
import { cells } from '../../fields/index.ts'
import { useText } from '../../ui/useText.ts'

const isContact = (contact: ExpectedContact | RecallContact): contact is RecallContact => 'status' in contact

/** Call list of a recall, printed. */
export function CallPaper({ recallId }: { readonly recallId: number }) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const state = useAtomValue(recallStateAtom(recallId))
  const contacts = state?.expected.length ? state.expected : (state?.contacts ?? [])
  if (contacts.length === 0) return null
  const { status, lastShippedAt } = callbackdealer.fields
  const { outcome } = callbacknotice.fields
  return (
    <section>
      <h2>{text('recall.calls')}</h2>
      <table>
        <thead>
          <tr>
            {['dealer', 'contact', 'lot', 'quantity', 'state', 'last'].map(name => (
              <th key={name}>{text(`recall.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contacts.map(contact => (
            <tr key={`${contact.dealerId}/${contact.lotId}`}>
              <td>{contact.dealerName}</td>
              <td>
                {contact.contactName} <strong data-unbroken="">{contact.phone}</strong>
              </td>
              <td data-unbroken="">{contact.lotNo}</td>
              <td data-align="end">
                {grouped(contact.netQty)} {unitText(contact.unitName, text, contact.netQty)}
              </td>
              <td>
                {isContact(contact) ? cells.enumeration.toText(contact.status, {}, status, locale, 'status') : null}
              </td>
              <td>
                {isContact(contact) && contact.outcome
                  ? `${cells.enumeration.toText(contact.outcome, {}, outcome, locale, 'outcome')} `
                  : null}
                {isContact(contact) && contact.outcomeAt
                  ? cells.instant.toText(contact.outcomeAt, {}, lastShippedAt, locale)
                  : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
