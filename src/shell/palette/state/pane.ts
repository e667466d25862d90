/** What the palette draws: one line to type in and a list below it, whoever fills them. No React. */
import type { ReactNode } from 'react'

/** One row that can be chosen. */
export interface Item {
  /** What it stands for: the selection follows it when others come or go. */
  readonly id: string
  /** Heading of the group it stands in; rows of a group stand together. */
  readonly group?: string
  readonly command?: string
  readonly record?: string
  isEnabled?(): boolean
  /** The key that would have run it, as it is read aloud. */
  keys?(): string | undefined
  /** Ticked among several that may be chosen; undefined where one is enough. */
  readonly isTicked?: boolean
  draw(): ReactNode
}

/** What stands before the text in the line: the mode, the command, an answer. */
export interface Chip {
  readonly id: string
  readonly text: string
  readonly kind: 'mode' | 'command' | 'answer'
}

/** A key and what it does here, for the foot. */
export interface KeyNote {
  readonly keys: string
  readonly text: string
}

export interface Pane {
  /** What a screen reader calls the line. */
  readonly label: string
  readonly placeholder: string
  readonly chips: readonly Chip[]
  readonly value: string
  readonly isSecret?: boolean
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | undefined
  /** Stands behind what is typed, e.g. the unit. */
  readonly suffix?: string | undefined
  readonly isBusy: boolean
  /** What went wrong, in words. */
  readonly fault: string | undefined
  /** What is asked for, where the placeholder cannot be seen any more. */
  readonly hint?: string | undefined
  readonly items: readonly Item[]
  readonly active: number
  /** Shown in place of an empty list: what is said, and what helps. */
  readonly nothing: { readonly title: string; readonly hint?: string } | null
  /** How much was found, told to everybody. */
  readonly count: string
  readonly notes: readonly KeyNote[]
  type(text: string): void
  move(to: number): void
  /** Enter, or a click where only one is wanted; -1 where nothing is chosen. */
  choose(at: number): void
  /** Where several are wanted: Space or a click. */
  tick?: ((at: number) => void) | undefined
  /** Backspace where nothing stands before the caret. */
  back(): void
  escape(): void
  /** Further keys of the row that is active; true when it was one of them. */
  onKey?(event: React.KeyboardEvent<HTMLInputElement>, at: number): boolean
}

/** Characters beyond which what is offered could leave no room for what tells it apart. */
export const longTitle = 20
