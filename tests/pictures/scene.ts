/** Scene of the trial: where a finding stood, and the way to it. */
import type { BrowserContextOptions, Page } from '@playwright/test'
import type { Locale } from '#contract/messages/locales.ts'
import type { Keyboard } from '../browser/keyboard.ts'

/** Person at a page, with what scenes need besides the keyboard. */
export interface Visitor extends Keyboard {
  readonly page: Page
  /** Goes to a path and waits for the page. */
  open(path: string): Promise<void>
  /** Presses the button of a command in the toolbar, or its entry behind the three dots. */
  command(id: string): Promise<void>
}

/** Finding of the trial by its number, in the window in which it was met. */
export interface Scene {
  readonly finding: number
  readonly path: string
  /** Page that answers it today. */
  readonly now?: string
  readonly size?: readonly [width: number, height: number]
  readonly locale?: Locale
  readonly context?: Pick<BrowserContextOptions, 'colorScheme' | 'forcedColors' | 'timezoneId' | 'hasTouch'>
  /** Nobody is signed in. */
  readonly isOutside?: boolean
  readonly steps?: (visitor: Visitor) => Promise<void>
}
