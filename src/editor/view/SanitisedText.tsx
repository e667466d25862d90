import { useLayoutEffect, useRef } from 'react'
import { shortLinkText } from '../../contract/schema/plainText.ts'
import { sanitisedBody } from '../content/sanitised.ts'
import styles from './RichText.module.css'

/** What is shown of a formatted text: filtered, and its long links cut short as everywhere. */
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

/** Puts a formatted text into the page, node by node: nothing of it is ever read as HTML again. */
export default function SanitisedText({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(...shown(html)), [html])
  return <div ref={place} className={styles.view} data-rich-view="" />
}
