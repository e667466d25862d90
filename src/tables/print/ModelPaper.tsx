import type { PaperModel, PaperSection, PaperValue } from '#contract/paper/model.ts'
import styles from '../../ui/paper/Paper.module.css'
import { Paper } from '../../ui/paper/Paper.tsx'
import { useText } from '../../ui/useText.ts'

/** Columns from which a table needs the long side of the paper. */
const manyColumns = 10
/** Characters from which a text takes the whole width. */
const longText = 40

/** Paper as the server says it: batch record, delivery note, certificate. */
export function ModelPaper({ model }: { readonly model: PaperModel }) {
  const text = useText()
  const { title, number, company, contact, partner, sections, signatures, seq, hash, foot } = model
  const isWide = sections.some(section => section.kind === 'table' && section.columns.length >= manyColumns)
  return (
    <Paper
      title={title}
      number={number}
      company={company}
      contact={contact}
      signatures={signatures}
      isWide={isWide}
      foot={`${foot} · ${text('paper.seq')} ${seq} · SHA-256 ${hash}`}
      mark={`${text('paper.seq')} ${seq} · SHA-256 ${hash.slice(0, 16)}`}
    >
      {partner ? (
        <div className={styles.partner}>
          <small>{partner.title}</small>
          <div>
            <strong>{partner.name}</strong>
          </div>
          {partner.lines.map(line => (
            <div key={line}>{line}</div>
          ))}
        </div>
      ) : null}
      {sections.map((section, at) => (
        <Section key={String(at)} section={section} />
      ))}
    </Paper>
  )
}

function Section({ section }: { readonly section: PaperSection }) {
  if (section.kind === 'values') return <Values values={section.values} />
  if (section.kind === 'text') return <p className={styles.text}>{section.text}</p>
  const { title, columns, rows, totals = [], note } = section
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p>{note}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>#</th>
              {columns.map((column, at) => (
                <th key={String(at)} data-align={column.isNumeric ? 'end' : undefined}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={String(at)}>
                <td data-row-number="">{at + 1}</td>
                {row.map((said, place) => (
                  <td key={String(place)} data-align={columns[place]?.isNumeric ? 'end' : undefined}>
                    {said}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {totals.length > 0 ? (
        <dl className={styles.totals}>
          {totals.map(({ title: of, text }) => (
            <div key={of}>
              <dt>{of}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  )
}

function Values({ values }: { readonly values: readonly PaperValue[] }) {
  if (values.length === 0) return null
  return (
    <dl>
      {values.map(({ title, text }) => (
        <div key={title} data-long={text.length > longText || undefined}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
