/** Sizes of the generated plants, three years each (domain.md §5.2). */
export interface Size {
  readonly materials: number
  readonly products: number
  /** Package specifications of finished products. */
  readonly specs: number
  readonly blends: number
  readonly brews: number
  readonly suppliers: number
  readonly dealers: number
  readonly employees: number
  /** Working days per 365. */
  readonly workdays: number
  /** Plans in three years, minus unused brews and blends. */
  readonly plans: number
  readonly uses: number
  /** Typical plans sharing a material lot. */
  readonly plansPerLot: number
  /** Plans sharing a salt lot: the widest forward trace. */
  readonly plansPerSaltLot: number
  readonly salesPerLot: number
  readonly deliveryDays: number
  /** CCP records per plan. */
  readonly controls: number
}

export const sizes = {
  small: {
    materials: 60,
    products: 12,
    specs: 25,
    blends: 4,
    brews: 4,
    suppliers: 30,
    dealers: 80,
    employees: 30,
    workdays: 250,
    plans: 2650,
    uses: 10,
    plansPerLot: 10,
    plansPerSaltLot: 26,
    salesPerLot: 12.5,
    deliveryDays: 2,
    controls: 6,
  },
  middle: {
    materials: 300,
    products: 60,
    specs: 150,
    blends: 12,
    brews: 8,
    suppliers: 150,
    dealers: 600,
    employees: 120,
    workdays: 300,
    plans: 17_800,
    uses: 11,
    plansPerLot: 12,
    plansPerSaltLot: 60,
    salesPerLot: 30,
    deliveryDays: 4,
    controls: 12,
  },
  large: {
    materials: 1500,
    products: 400,
    specs: 1200,
    blends: 20,
    brews: 8,
    suppliers: 600,
    dealers: 5000,
    employees: 600,
    workdays: 340,
    plans: 159_000,
    uses: 12,
    plansPerLot: 18,
    plansPerSaltLot: 200,
    salesPerLot: 56,
    deliveryDays: 12,
    controls: 20,
  },
} as const satisfies Record<string, Size>

export type SizeName = keyof typeof sizes

export const isSizeName = (name: string | undefined): name is SizeName =>
  name !== undefined && Object.hasOwn(sizes, name)

/** Days of history, ending yesterday. */
export const historyDays = 1095

export const workdaysOf = (size: Size) => size.workdays * 3
