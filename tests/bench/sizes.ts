/** How large the generated plants are: three years of the middle and the large plant of the domain model (§5.2). */
export interface Size {
  readonly materials: number
  readonly products: number
  readonly suppliers: number
  readonly dealers: number
  /** Production plans in three years; three of eight make semi-finished lots, the others product lots. */
  readonly plans: number
  /** Lots charged into one plan. */
  readonly uses: number
  /** Plans that usually share one material lot. */
  readonly plansPerLot: number
  /** Plans that share one lot of salt: the widest forward trace. */
  readonly plansPerSaltLot: number
  /** Sale lines of one product lot. */
  readonly salesPerLot: number
}

export const sizes = {
  small: {
    materials: 60,
    products: 12,
    suppliers: 30,
    dealers: 80,
    plans: 1600,
    uses: 10,
    plansPerLot: 6,
    plansPerSaltLot: 40,
    salesPerLot: 10,
  },
  middle: {
    materials: 300,
    products: 60,
    suppliers: 150,
    dealers: 600,
    plans: 16_000,
    uses: 11,
    plansPerLot: 9,
    plansPerSaltLot: 70,
    salesPerLot: 31,
  },
  large: {
    materials: 1500,
    products: 400,
    suppliers: 600,
    dealers: 5000,
    plans: 147_000,
    uses: 12,
    plansPerLot: 13,
    plansPerSaltLot: 260,
    salesPerLot: 56,
  },
} as const satisfies Record<string, Size>

export type SizeName = keyof typeof sizes

/** Days of history that are generated, ending yesterday. */
export const historyDays = 1095
