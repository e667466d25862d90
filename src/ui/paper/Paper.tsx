import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { logoAtom } from '../../data/settings/logo.ts'
import styles from './Paper.module.css'
import QrPicture from './QrPicture.tsx'

interface PaperProps {
  readonly title: string
  readonly number?: string | undefined
  readonly company?: string | undefined
  readonly contact?: readonly string[]
  /** Titles of the lines to sign on. */
  readonly signatures?: readonly string[]
  readonly foot: string
  /** Proof of the content, in the margin of every page. */
  readonly mark?: string
  /** Landscape, for wide tables. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Margin of each page: loose sheets must name their document. */
const pageFoot = (said: readonly (string | undefined)[], mark?: string) => {
  const plain = (text: string) => text.replace(/[\\"<\n]/g, ' ')
  const text = plain(said.filter(Boolean).join(' · '))
  const whole = mark === undefined ? text : `${text}\\a ${plain(mark)}`
  return `@page { @bottom-left { content: "${whole}"; white-space: pre; font-size: 8pt; color: #555; } }`
}

export function Paper({
  title,
  number,
  company,
  contact = [],
  signatures = [],
  foot,
  mark,
  isWide,
  children,
}: PaperProps) {
  const logo = useAtomValue(logoAtom)
  return (
    <article className={styles.paper} data-printout="" data-wide={isWide || undefined}>
      <style>{pageFoot([company, title, number], mark)}</style>
      <header className={styles.head}>
        {logo ? <img src={logo} alt="" className={styles.logo} data-logo="" /> : null}
        <div className={styles.titles}>
          {company ? <div className={styles.company}>{company}</div> : null}
          {contact.length > 0 ? (
            <div className={styles.contact}>
              {contact.map((part, at) => (
                <span key={part}>{at === 0 ? part : ` · ${part}`}</span>
              ))}
            </div>
          ) : null}
          <h1>{title}</h1>
          {number ? <div className={styles.number}>{number}</div> : null}
        </div>
        {number ? <QrPicture text={number} label={number} className={styles.code} /> : null}
      </header>
      {children}
      {signatures.length > 0 ? (
        <div className={styles.signatures}>
          {signatures.map(name => (
            <span key={name} data-signature="">
              {name}
            </span>
          ))}
        </div>
      ) : null}
      <p className={styles.foot}>{foot}</p>
    </article>
  )
}

/** Truncation is stated, never silent. */
export function Cut({ children }: { readonly children: string }) {
  return <p className={styles.cut}>{children}</p>
}
