import { File, type IconNode, X } from 'lucide'
import { memo } from 'react'
import { storeLocal } from '../../data/store.ts'
import { iconPath } from './iconPath.ts'

interface Look {
  readonly size?: number
  readonly strokeWidth?: number
  readonly className?: string | undefined
}

/** Decorative icon, hidden from assistive technology. `size` in pixels. */
export const Drawing = memo(function Drawing({ of, size = 16, strokeWidth = 2, className }: Look & { of: IconNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={iconPath(of)} />
    </svg>
  )
})

/** Minimal set before sign-in; the rest loads with the frame. */
const known = storeLocal(() => ({ icons: { x: X } as Readonly<Record<string, IconNode>> }))

export function provideIcons(drawings: Readonly<Record<string, IconNode>>): void {
  known().icons = drawings
}

export const iconNames = (): readonly string[] => Object.keys(known().icons).sort()

/** Icon by name; unknown names get a page, for the indent. */
export const Icon = ({ name, size = 16 }: { name: string | undefined; size?: number }) => (
  <Drawing of={known().icons[name ?? ''] ?? File} size={size} strokeWidth={1.75} />
)
