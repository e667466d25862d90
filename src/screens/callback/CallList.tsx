import { useAtomValue } from 'jotai'
import { callbackdealer } from '../../contract/sale/callbackdealer.ts'
import { callbacknotice } from '../../contract/sale/callbacknotice.ts'
import type { ExpectedContact, RecallContact, RecallState } from '../../contract/sale/recall.ts'
import { localeAtom } from '../../data/messages.ts'
import { lastCalledAtom, nextContact } from '../../data/recalls.ts'
import { Button } from '../../tables/Button.tsx'
import { cells } from '../../tables/cells/index.ts'
import { grouped } from '../../tables/cells/numbers.ts'
import { PageLink } from '../../tables/PageLink.tsx'
import { useText } from '../../tables/useText.ts'
import styles from './Recall.module.css'

interface CallListProps {
  recallId: number
  state: RecallState
}

/**
 * Whom to call, the largest quantity first, then who was sent of it last. One command logs a call and goes on to the next
 * who has not said what he has; each row may be called out of turn.
 */
export function CallList({ recallId, state: { contacts, expected } }: CallListProps) {
  const text = useText()
  const next = nextContact(contacts, useAtomValue(lastCalledAtom(recallId)))
  if (expected.length > 0) return <ExpectedCalls contacts={expected} />
  if (contacts.length === 0) return <p className={styles.nothing}>{text('recall.nobody')}</p>
  return (
    <div className={styles.calls} data-call-list>
      <div className={styles.lead}>
        {next ? (
          <>
            <strong>{next.dealerName}</strong> {next.contactName} {next.phone}
            <Button command="callback.call" look="primary" label={text('recall.call')} />
          </>
        ) : (
          text('recall.allCalled')
        )}
      </div>
      <table className={styles.table}>
        <caption className={styles.hidden}>{text('recall.calls')}</caption>
        <thead>
          <tr>
            {['dealer', 'contact', 'lot', 'quantity', 'shipped', 'state', 'last'].map(name => (
              <th key={name} scope="col" className={name === 'quantity' ? styles.number : undefined}>
                {text(`recall.${name}`)}
              </th>
            ))}
            <th scope="col">
              <span className={styles.hidden}>{text('recall.call')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact, at) => (
            <Contact
              key={contact.id}
              contact={contact}
              isNext={contact.id === next?.id}
              isFirst={contacts[at - 1]?.dealerId !== contact.dealerId}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whom a draft would call: nothing can be logged yet. */
function ExpectedCalls({ contacts }: { contacts: readonly ExpectedContact[] }) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  return (
    <div className={styles.calls} data-expected-calls>
      <div className={styles.lead}>{text('recall.notYet')}</div>
      <table className={styles.table}>
        <caption className={styles.hidden}>{text('recall.calls')}</caption>
        <thead>
          <tr>
            {['dealer', 'contact', 'lot', 'quantity', 'shipped'].map(name => (
              <th key={name} scope="col" className={name === 'quantity' ? styles.number : undefined}>
                {text(`recall.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contacts.map(({ dealerId, lotId, ...contact }, at) => (
            <tr key={`${dealerId}/${lotId}`} data-dealer={dealerId}>
              <th scope="row" data-again={contacts[at - 1]?.dealerId === dealerId || undefined}>
                <PageLink href={`/dealer/${dealerId}`}>{contact.dealerName}</PageLink>
              </th>
              <td data-again={contacts[at - 1]?.dealerId === dealerId || undefined}>
                {contact.contactName} {contact.phone ? <a href={`tel:${contact.phone}`}>{contact.phone}</a> : null}
              </td>
              <td>
                <PageLink href={`/stocklot/${lotId}`}>{contact.lotNo}</PageLink>
              </td>
              <td className={styles.number}>
                {grouped(contact.netQty)} <small>{contact.unitName}</small>
              </td>
              <td>{cells.instant.show(contact.lastShippedAt, {}, lastShippedAt, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const { status, lastShippedAt } = callbackdealer.fields
const { outcome } = callbacknotice.fields

interface ContactProps {
  contact: RecallContact
  isNext: boolean
  /** The first of his lots: his name and number stand once. */
  isFirst: boolean
}

function Contact({ contact, isNext, isFirst }: ContactProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  return (
    <tr data-contact={contact.id} data-status={contact.status} aria-current={isNext || undefined}>
      <th scope="row" data-again={!isFirst || undefined}>
        <PageLink href={`/callbackdealer?id=${contact.id}`}>{contact.dealerName}</PageLink>
      </th>
      <td data-again={!isFirst || undefined}>
        {contact.contactName} {contact.phone ? <a href={`tel:${contact.phone}`}>{contact.phone}</a> : null}
        {contact.phoneDead ? <small data-dead> {text('recall.phoneDead')}</small> : null}
        {contact.phoneNow ? <small> {text('recall.phoneNow', { phone: contact.phoneNow })}</small> : null}
        {contact.email ? <small> {contact.email}</small> : null}
      </td>
      <td>
        <PageLink href={`/stocklot/${contact.lotId}`}>{contact.lotNo}</PageLink>
      </td>
      <td className={styles.number}>
        {grouped(contact.netQty)} <small>{contact.unitName}</small>
      </td>
      <td>{cells.instant.show(contact.lastShippedAt, {}, lastShippedAt, locale)}</td>
      <td>{cells.enumeration.show(contact.status, {}, status, locale, 'status')}</td>
      <td>
        {contact.outcome ? cells.enumeration.show(contact.outcome, {}, outcome, locale, 'outcome') : null}
        {contact.outcomeAt ? <small> {cells.instant.show(contact.outcomeAt, {}, lastShippedAt, locale)}</small> : null}
        {contact.reply ? <small> {contact.reply}</small> : null}
      </td>
      <td>
        <Button
          command="callback.call"
          args={{ contact: contact.id }}
          look="iconButton"
          label={text('recall.callOf', { dealer: contact.dealerName, lotNo: contact.lotNo })}
        />
      </td>
    </tr>
  )
}
