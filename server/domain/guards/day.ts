/** The plant's calendar day of a moment, which certificates and licences are asked by. */
import type { Context } from '../../db/connection/context.ts'
import { dayIn } from '../basis/dates.ts'

/** Day of an instant (UTC) in the organisation's time zone. */
export const dayOf = (context: Context, instant: string): string => dayIn(context.timeZone, instant)
