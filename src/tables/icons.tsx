import { File, type LucideIcon, X } from 'lucide-react'
import { memo } from 'react'

/** Before sign-in there is next to nothing to draw: all others come with the frame, which provides them before it is drawn. */
let icons: Readonly<Record<string, LucideIcon>> = { x: X }

/** Provides the icons by name. */
export function provideIcons(drawings: Readonly<Record<string, LucideIcon>>): void {
  icons = drawings
}

/** The icon of a name; an unknown one shows the plain page rather than nothing, so that rows keep their indent. */
export const Icon = memo(function Icon({ name, size = 16 }: { name: string | undefined; size?: number }) {
  const Drawing = icons[name ?? ''] ?? File
  return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" />
})
