import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { unitText } from '#contract/messages/shippedNames.ts'
import { callbackdealer } from '#contract/recall/callbackdealer.ts'
import { callbacknotice } from '#contract/recall/callbacknotice.ts'
import type { ExpectedContact, RecallContact, RecallState } from '#contract/recall/recall.ts'
import { localeAtom, text as say } from '../../data/language.ts'
import { grouped } from '../../data/numerals.ts'
import { lastCalledAtom, nextContact } from '../../data/trace/recalls.ts'
import { cells } from '../../fields/index.ts'
import { Button } from '../../ui/Button.tsx'
import { DialLink } from '../../ui/DialLink.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Recall.module.css'

interface CallListProps {
  recallId: number
  state: RecallState
}

/** Recall call list. The main command logs a call and advances. */
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
      <CallTable more={['state', 'last']} canCall>
        {contacts.map((contact, at) => (
          <Contact
            key={contact.id}
            contact={contact}
            isNext={contact.id === next?.id}
            isFirst={contacts[at - 1]?.dealerId !== contact.dealerId}
          />
        ))}
      </CallTable>
    </div>
  )
}

function ExpectedCalls({ contacts }: { contacts: readonly ExpectedContact[] }) {
  const text = useText()
  return (
    <div className={styles.calls} data-expected-calls>
      <div className={styles.lead}>{text('recall.notYet')}</div>
      <CallTable>
        {contacts.map((contact, at) => (
          <tr key={`${contact.dealerId}/${contact.lotId}`}>
            <Holding
              contact={contact}
              href={`/dealer/${contact.dealerId}`}
              isFirst={contacts[at - 1]?.dealerId !== contact.dealerId}
            />
          </tr>
        ))}
      </CallTable>
    </div>
  )
}

interface CallTableProps {
  more?: readonly string[]
  canCall?: boolean
  children: ReactNode
}

function CallTable({ more = [], canCall = false, children }: CallTableProps) {
  const text = useText()
  return (
    <table className={styles.table}>
      <caption className={styles.hidden}>{text('recall.calls')}</caption>
      <thead>
        <tr>
          {['dealer', 'contact', 'lot', 'quantity', 'shipped', ...more].map(name => (
            <th key={name} scope="col" className={name === 'quantity' ? styles.number : undefined}>
              {text(`recall.${name}`)}
            </th>
          ))}
          {canCall ? (
            <th scope="col">
              <span className={styles.hidden}>{text('recall.call')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

const { status, lastShippedAt } = callbackdealer.fields
const { outcome } = callbacknotice.fields

interface HoldingProps {
  contact: ExpectedContact
  href: string
  isFirst: boolean
  children?: ReactNode
}

/** Leading cells: contact, lot, held quantity. */
function Holding({ contact, href, isFirst, children }: HoldingProps) {
  const locale = useAtomValue(localeAtom)
  return (
    <>
      <th scope="row" data-again={!isFirst || undefined}>
        <PageLink href={href}>{contact.dealerName}</PageLink>
      </th>
      <td data-again={!isFirst || undefined}>
        {contact.contactName}{' '}
        {contact.phone ? (
          <span className={styles.dial}>
            <DialLink phone={contact.phone} />
          </span>
        ) : null}
        {children}
      </td>
      <td>
        <PageLink href={`/stocklot/${contact.lotId}`}>{contact.lotNo}</PageLink>
      </td>
      <td className={styles.number}>
        {grouped(contact.netQty)} <small>{unitText(contact.unitName, say, contact.netQty)}</small>
      </td>
      <td>{cells.instant.show(contact.lastShippedAt, {}, lastShippedAt, locale)}</td>
    </>
  )
}

interface ContactProps {
  contact: RecallContact
  isNext: boolean
  isFirst: boolean
}

function Contact({ contact, isNext, isFirst }: ContactProps) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  return (
    <tr data-contact={contact.id} data-status={contact.status} aria-current={isNext || undefined}>
      <Holding contact={contact} href={`/callbackdealer?id=${contact.id}`} isFirst={isFirst}>
        {contact.phoneDead ? <small data-dead> {text('recall.phoneDead')}</small> : null}
        {contact.phoneNow ? <small> {text('recall.phoneNow', { phone: contact.phoneNow })}</small> : null}
        {contact.email ? <small> {contact.email}</small> : null}
      </Holding>
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
        <span className={styles.phoneOnly} aria-hidden="true">
          {text('recall.call')}
        </span>
      </td>
    </tr>
  )
}
