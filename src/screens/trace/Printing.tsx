import { useAtomValue } from 'jotai'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { type Fields, instant } from '#contract/schema/field.ts'
import { isFilled, isZero } from '#contract/shownFields.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import { sections } from '#contract/trace/sections.ts'
import type { SectionRows } from '#contract/trace/traceAnswer.ts'
import { loadedPrintout, loadPrintout } from '../../commands/trace/tracePrint.ts'
import { localeAtom } from '../../data/language.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { grouped } from '../../data/numerals.ts'
import { store } from '../../data/store.ts'
import { type Printout, printoutAtom } from '../../data/trace/printouts.ts'
import { type TraceDirection, traceAtom } from '../../data/trace/traces.ts'
import { cells } from '../../fields/index.ts'
import { PaperText } from '../../tables/print/PaperText.tsx'
import { isPaperTaken } from '../../tables/print/subject.ts'
import { usePaperHead } from '../../tables/print/usePaperHead.ts'
import { Cut, Paper } from '../../ui/paper/Paper.tsx'
import { useText } from '../../ui/useText.ts'
import { contactsOf } from './contacts.ts'
import { fieldsOf, saidOf } from './question.ts'

/** Sheet drawn; `isAsked` where the browser is still to print it. */
interface Taken {
  readonly printout: Printout
  readonly isAsked: boolean
}

const printKeys: readonly string[] = ['Control', 'Meta']

/** Preload of printed rows on Ctrl, or by the returned function. */
export function usePrintPreload(direction: TraceDirection): () => void {
  const { answer } = useAtomValue(traceAtom(direction))
  const preload = useRef(() => {})
  useEffect(() => {
    if (!answer) return undefined
    const leaving = new AbortController()
    let isLoading = false
    preload.current = () => {
      if (isLoading || pathOfAddress(store.get(locationAtom)) !== `/review${direction}`) return
      isLoading = true
      void loadPrintout(direction, leaving.signal).finally(() => {
        isLoading = false
      })
    }
    const onKey = ({ key }: KeyboardEvent) => printKeys.includes(key) && preload.current()
    window.addEventListener('keydown', onKey, { capture: true, signal: leaving.signal })
    return () => {
      preload.current = () => {}
      leaving.abort()
    }
  }, [answer, direction])
  return useCallback(() => preload.current(), [])
}

/** Sheet of the answer, printed once by command or browser, then removed. */
export function Printing({ direction }: { direction: TraceDirection }) {
  const printout = useAtomValue(printoutAtom)
  const [taken, setTaken] = useState<Taken | null>(null)
  useEffect(() => {
    if (printout?.answer.direction !== direction) return
    store.set(printoutAtom, null)
    setTaken({ printout, isAsked: true })
  }, [printout, direction])
  useEffect(() => {
    const show = () => {
      if (isPaperTaken() || pathOfAddress(store.get(locationAtom)) !== `/review${direction}`) return
      const loaded = loadedPrintout(direction)
      if (loaded) flushSync(() => setTaken({ printout: loaded, isAsked: false }))
    }
    window.addEventListener('beforeprint', show)
    return () => window.removeEventListener('beforeprint', show)
  }, [direction])
  // Leftover sheets would replace later printouts.
  useEffect(() => () => setTaken(null), [])
  return taken ? createPortal(<Printed {...taken} onPrinted={() => setTaken(null)} />, document.body) : null
}

function Printed({ printout, isAsked, onPrinted }: Taken & { onPrinted: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each printout is printed once, however often it is drawn
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    // Render precedes print: the browser captures the current page.
    const frame = isAsked ? requestAnimationFrame(() => window.print()) : undefined
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', onPrinted)
    }
  }, [printout])
  return <Sheet printout={printout} />
}

const moment = instant('')

/** Trace printout: summary, call list, full tables. */
function Sheet({ printout }: { printout: Printout }) {
  const text = useText()
  const head = usePaperHead()
  const { answer, sections: printed } = printout
  return (
    <Paper
      title={text(`review${answer.direction}`)}
      isWide
      {...head}
      signatures={[text('paper.made'), text('paper.checked')]}
    >
      <Summary printout={printout} />
      {[...printed].map(([name, { rows, total }]) => (
        <section key={name}>
          <h2>{text(name === 'reviewdealer' ? 'review.print.contacts' : name)}</h2>
          {rows.length === 0 && total > 0 ? null : name === 'reviewdealer' ? (
            <Contacts rows={{ rows, total }} />
          ) : (
            <Rows name={name} rows={{ rows, total }} />
          )}
          {rows.length < total ? <Cut>{text('review.print.cut', { total, printed: rows.length })}</Cut> : null}
        </section>
      ))}
    </Paper>
  )
}

function Summary({ printout: { answer, asked } }: { printout: Printout }) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const page = `review${answer.direction}`
  const lines: readonly (readonly [string, ReactNode])[] = [
    ...saidOf(fieldsOf[answer.direction], asked, locale).map(
      ({ name, value }) => [text(`${page}.${name}`), value] as const,
    ),
    [text('review.rootLots'), answer.rootLots.join(', ')],
    [text('review.asOf'), cells.instant.toText(answer.asOf, {}, moment, locale)],
    [text('review.asOfSeq'), answer.asOfSeq],
    [text('review.took'), text('review.elapsed', { milliseconds: answer.elapsedMs })],
    [
      text('review.accounted'),
      answer.accountedRate === null ? '–' : text('review.percent', { rate: answer.accountedRate }),
    ],
    ...Object.entries(answer.counts).map(([name, count]) => [text(`review.count.${name}`), grouped(count)] as const),
  ]
  return (
    <dl>
      {lines.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Contacts({ rows: { rows } }: { rows: SectionRows }) {
  const text = useText()
  if (rows.length === 0) return <p>{text('grid.empty')}</p>
  const titles = ['reviewdealer.dealerName', 'reviewdealer.recallContactName', 'reviewdealer.recallPhone']
  return (
    <table>
      <thead>
        <tr>
          {[...titles, 'review.print.lots', 'review.print.out'].map(title => (
            <th key={title}>{text(title)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {contactsOf(rows, text).map(({ dealerName, contactName, phone, lots, held }) => (
          <tr key={`${dealerName} ${phone}`}>
            <td>{dealerName}</td>
            <td>{contactName}</td>
            <td>
              <strong>{phone}</strong>
            </td>
            <td>{lots.join(', ')}</td>
            <td data-align="end">{held.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Rows({ name, rows: { rows } }: { name: SectionName; rows: SectionRows }) {
  const text = useText()
  if (rows.length === 0) return <p>{text('grid.empty')}</p>
  // Empty columns yield their width.
  const own: Fields = sections[name].fields
  const fields = Object.entries(own).filter(([name, field]) =>
    rows.some(row => isFilled(row[name]) && !isZero(field, row[name])),
  )
  return (
    <table>
      <thead>
        <tr>
          {fields.map(([field]) => (
            <th key={field}>{text(`${name}.${field}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a printout neither move nor change
          <tr key={index}>
            {fields.map(([id, field]) => (
              <PaperText key={id} of="td" name={id} field={field} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
