/** Quantity sums of a graph: own unit, or kilograms. */
import { decimal } from '#contract/schema/decimal.ts'

export interface Measure {
  readonly unit: string
  /** Kilograms per unit as a fraction; null for units other than mass. */
  readonly kg: { readonly numerator: number; readonly denominator: number } | null
}

/** Integer ten-thousandths, for exact sums. */
export class Amount {
  private readonly byUnit = new Map<string, number>()
  private kilograms = 0
  private isMass = true

  add(quantity: number, { unit, kg }: Measure): void {
    this.byUnit.set(unit, (this.byUnit.get(unit) ?? 0) + quantity)
    if (kg) this.kilograms += Math.round((quantity * kg.numerator) / kg.denominator)
    else this.isMass = false
  }

  get value(): { readonly quantity: string; readonly unit: string } | undefined {
    const [only, ...others] = this.byUnit
    if (!only) return undefined
    if (others.length > 0 && !this.isMass) return undefined
    const [unit, sum] = others.length > 0 ? ['kg', this.kilograms] : only
    return { quantity: decimal(sum).div(10_000).toFixed(4), unit }
  }
}
