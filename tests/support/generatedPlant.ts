/** Generated plant of the gate. */
import { sizes } from '../../server/domain/seed/generated/sizes.ts'

/** A tenth of the small plant's business. */
export const tenth = { ...sizes.small, plans: 530, dealers: 20, uses: 8, controls: 3, salesPerLot: 6 }
