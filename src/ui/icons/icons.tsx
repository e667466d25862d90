import { File, type IconNode, X } from 'lucide'
import { memo } from 'react'
import { iconPath } from './iconPath.ts'

interface Look {
  readonly size?: number
  readonly strokeWidth?: number
  readonly className?: string | undefined
}

/** An icon, which says nothing to assistive technology: what it stands for is said beside it. `size` in pixels. */
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

/** Before sign-in there is next to nothing to draw: all others come with the frame, which provides them before it is drawn. */
let icons: Readonly<Record<string, IconNode>> = { x: X }

/** Provides the icons by name. */
export function provideIcons(drawings: Readonly<Record<string, IconNode>>): void {
  icons = drawings
}

/** The icon of a name; an unknown one shows the plain page rather than nothing, so that rows keep their indent. */
export const Icon = ({ name, size = 16 }: { name: string | undefined; size?: number }) => (
  <Drawing of={icons[name ?? ''] ?? File} size={size} strokeWidth={1.75} />
)
