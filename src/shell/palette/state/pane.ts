/** Palette view model: input line and list. No React. */
import type { ReactNode } from 'react'
import type { InputMode } from '../../../fields/cell.ts'

export interface PaneItem {
  /** Identity: the selection follows it. */
  readonly id: string
  readonly group?: string
  readonly command?: string
  readonly record?: string
  isEnabled?(): boolean
  keys?(): string | undefined
  readonly isTicked?: boolean
  draw(): ReactNode
}

export interface Chip {
  readonly id: string
  readonly text: string
  readonly kind: 'mode' | 'command' | 'answer' | 'unknown'
}

export interface KeyNote {
  readonly keys: string
  readonly text: string
}

export interface Pane {
  readonly label: string
  readonly placeholder: string
  readonly chips: readonly Chip[]
  readonly understood?: readonly Chip[]
  readonly value: string
  readonly isSecret?: boolean
  readonly inputMode?: InputMode | undefined
  readonly suffix?: string | undefined
  readonly isBusy: boolean
  readonly fieldError: string | undefined
  /** Prompt hint, once the placeholder is hidden. */
  readonly hint?: string | undefined
  readonly items: readonly PaneItem[]
  readonly active: number
  /** Empty state: message and help. */
  readonly nothing: { readonly title: string; readonly hint?: string } | null
  readonly count: string
  readonly notes: readonly KeyNote[]
  type(text: string): void
  move(to: number): void
  choose(at: number): void
  /** Multi-select toggle by Space or click. */
  tick?: ((at: number) => void) | undefined
  back(): void
  escape(): void
  /** Extra keys of the active row; true when handled. */
  onKey?(event: React.KeyboardEvent<HTMLInputElement>, at: number): boolean
}

/** Title length in characters beyond which the detail might not fit. */
export const longTitle = 20
