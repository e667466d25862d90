import type { Page } from '@playwright/test'

/** Runs a command as a script, confirmed, and waits until idle. */
export const run = (page: Page, id: string, args: Record<string, unknown> = {}) =>
  page.evaluate(
    async ([command, given]) => {
      const result = await window.lotline?.run(command, given, { confirm: 'accept' })
      await window.lotline?.idle()
      return result
    },
    [id, args] as const,
  )
