import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { unitText } from '#contract/messages/shippedNames.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import { sections } from '#contract/trace/sections.ts'
import type { TraceQuestion } from '#contract/trace/trace.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { dayOf } from '../../data/plantClock.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import { readSection } from '../../data/trace/traceRows.ts'
import { cells } from '../../fields/index.ts'
import type { GridColumn } from '../../grid/state/column.ts'
import type { GridProps, GridSource } from '../../grid/state/source.ts'
import { Cards } from '../../tables/list/Cards.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useText } from '../../ui/useText.ts'
import { type Contact, contactsOf, type DealerRow } from './contacts.ts'

type Text = ReturnType<typeof useText>

/** Height of a card in pixels: five fit beside the summary. */
const cardHeight = 76

/** Card columns: subject, state, facts. */
function cardColumns(entity: Entity, columns: readonly GridColumn[], text: Text): readonly GridColumn[] {
  const { subject = '', facts = [], state = 'status' } = entity
  return [subject, state, ...facts].flatMap(name => {
    const { isKey: _, ...column } = columns.find(({ id }) => id === name) ?? { id: '' }
    if (!('kind' in column)) return []
    const isQuantity = column.field?.kind === 'quantity'
    return {
      ...column,
      isKey: name === subject,
      ...(isQuantity
        ? { unitIn: (row: RowValues, of = row[column.id]) => unitText(String(row.unitName ?? ''), text, of) }
        : {}),
    }
  })
}

/** Rows of a section on a phone. */
export function SectionCards({ name, ...props }: GridProps & { readonly name: SectionName }) {
  const entity: Entity = sections[name]
  const text = useText()
  const columns = useMemo(() => cardColumns(entity, props.columns, text), [entity, props.columns, text])
  return <Cards {...props} name={name} of={entity} columns={columns} cardHeight={cardHeight} maxDetails={4} />
}

interface DealerCardsProps {
  readonly answer: TraceAnswer
  readonly asked: TraceQuestion
  readonly label: string
  readonly empty: ReactNode
}

type Loaded = { readonly rows: readonly DealerRow[] } | { readonly error: unknown }

/** Dealers of an answer that came with all their rows. */
function wholeIn({ sections: { reviewdealer } }: TraceAnswer): Loaded | null {
  const { rows, total } = reviewdealer ?? { rows: [], total: 0 }
  return rows.length === total ? { rows } : null
}

/** Dealers by quantity held, with a call button. */
export function DealerCards({ answer, asked, label, empty }: DealerCardsProps) {
  const text = useText()
  const whole = useMemo(() => wholeIn(answer), [answer])
  const [read, setRead] = useState<Loaded | null>(null)
  const loaded = whole ?? read
  useEffect(() => {
    if (whole) return undefined
    setRead(null)
    const leaving = new AbortController()
    readSection(answer, asked, 'reviewdealer', Number.POSITIVE_INFINITY, leaving.signal).then(
      ({ rows }) => setRead({ rows }),
      (error: unknown) => leaving.signal.aborted || setRead({ error }),
    )
    return () => leaving.abort()
  }, [whole, answer, asked])
  const source = useMemo(() => {
    const rows = loaded && 'rows' in loaded ? loaded.rows : []
    return contactSource(contactsOf(rows, text).map(contact => rowOf(contact, text)))
  }, [loaded, text])
  const columns = useMemo(() => ['dealerName', 'held', ...contactDetails].map(toColumn), [])
  const error = loaded && 'error' in loaded ? <Failure error={loaded.error} /> : undefined
  const addressAt = (index: number) => {
    const id = source.row(index)?.dealerId
    return id ? `/dealer/${id}` : undefined
  }
  return (
    <Cards
      name="reviewdealer"
      of={{ name: 'reviewdealer', state: 'held' }}
      label={label}
      columns={columns}
      source={source}
      cardHeight={cardHeight}
      maxDetails={contactDetails.length}
      loading={loaded === null}
      empty={empty}
      {...(error ? { error } : {})}
      addressOf={addressAt}
      callOf={({ phone, contactName }) => (phone ? { phone: String(phone), name: String(contactName) } : undefined)}
    />
  )
}

const contactDetails = ['shipped', 'returned', 'shipments'] as const

const toColumn = (id: string): GridColumn => ({
  id,
  title: '',
  width: 0,
  kind: cells.text,
  ...(id === 'dealerName' ? { isKey: true } : {}),
})

const summed = (values: readonly string[]) => values.join(' + ')

function rowOf(contact: Contact, text: Text): RowValues {
  const { dealerId, dealerName, contactName, phone, held, shipped, returned, shippedAt, lots } = contact
  const days = [...new Set(shippedAt.map(moment => dayOf(new Date(moment))))]
  return {
    dealerId,
    dealerName,
    contactName,
    phone,
    held: text('review.card.held', { quantity: summed(held) }),
    shipped: text('review.card.shipped', { quantity: summed(shipped) }),
    returned: returned.length > 0 ? text('review.card.returned', { quantity: summed(returned) }) : '',
    shipments: [days.join(' – '), text('review.card.lots', { count: lots.length })].filter(Boolean).join(' · '),
  }
}

function contactSource(rows: readonly RowValues[]): GridSource {
  const idAt = (index: number): RowId | undefined => (rows[index] ? index + 1 : undefined)
  return {
    count: rows.length,
    version: 0,
    rowId: idAt,
    row: index => rows[index],
    state: () => 'clean',
    fieldError: () => undefined,
    editable: () => false,
    ensure: () => {},
  }
}
