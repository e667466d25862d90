import { useLayoutEffect, useRef } from 'react'
import { shortLinkText } from '#contract/schema/plainText.ts'
import { sanitisedBody } from '../content/sanitised.ts'
import styles from './RichText.module.css'

function shown(html: string): readonly Node[] {
  const body = sanitisedBody(html)
  for (const link of body.querySelectorAll('a')) {
    const whole = link.textContent
    const short = shortLinkText(whole)
    if (short === whole) continue
    link.title = whole
    link.textContent = short
  }
  return [...body.childNodes]
}

/** Inserts rich text as nodes, never reparsing HTML (mutation XSS). */
export default function SanitisedText({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(...shown(html)), [html])
  return <div ref={place} className={styles.view} data-rich-view="" />
}
