import type { ComponentProps, MouseEvent } from 'react'
import { findCommand } from '../commands/core/registry.ts'
import { execute } from '../commands/gate/execute.ts'
import { navigate } from '../data/session/tabs.ts'

/** Goes to a page through its command where it has one, so that it is recorded and permitted like any other. */
export function goTo(url: string): void {
  const page = url.slice(1) || 'index'
  const command = `navigate.${page}`
  // A record or a narrowed list has no command of its own.
  if (findCommand(command)) void execute(command, {}, { surface: 'button' })
  else navigate(url)
}

/** Does the browser mean to do something else with this click: a new tab, a download? */
function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

/** A real link, so that it can be opened in a new tab and copied; a plain click stays in the console. */
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
