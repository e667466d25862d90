import type { ComponentProps, MouseEvent } from 'react'
import { findCommand } from '../commands/core/registry.ts'
import { execute } from '../commands/gate/execute.ts'
import { navigate } from '../data/location.ts'

/** Navigates by the page's command, for recording and permission checks. */
export function goTo(url: string): void {
  const page = url.slice(1) || 'index'
  const command = `navigate.${page}`
  // Records and filtered lists have no command.
  if (findCommand(command)) void execute(command, {}, { surface: 'button' })
  else navigate(url)
}

/** Modified clicks and downloads belong to the browser. */
function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

/** Real link that opens in new tabs; plain clicks stay client-side. */
export function PageLink({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || isForBrowser(event)) return
        event.preventDefault()
        goTo(href)
      }}
    />
  )
}
