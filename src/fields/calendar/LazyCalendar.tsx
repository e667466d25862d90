import { PartSuspense, part } from '../../ui/part.tsx'
import type { CalendarProps } from './Calendar.tsx'

const Calendar = part(() => import('./Calendar.tsx'))

/** Calendar with its library, loaded when one is first opened. */
export function LazyCalendar(props: CalendarProps) {
  return (
    <PartSuspense fallback={null}>
      <Calendar {...props} />
    </PartSuspense>
  )
}
