/** Plant calendar day, the basis of certificate and licence checks. */
import type { Context } from '../../db/connection/context.ts'
import { dayIn } from '../basis/dates.ts'

export const plantDay = (context: Context, instant: string): string => dayIn(context.timeZone, instant)
