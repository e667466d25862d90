/** Quantities of a graph added up: in their own unit, or in kilograms where units differ and all are masses. */
import { decimal } from '../../../../src/contract/schema/decimal.ts'

/** In what a lot is measured. */
export interface Measure {
  readonly unit: string
  /** Kilograms in one unit as a fraction; null where it is no mass. */
  readonly kg: { readonly numerator: number; readonly denominator: number } | null
}

/** Whole ten-thousandths, so that sums are exact. */
export class Amount {
  private readonly byUnit = new Map<string, number>()
  private kilograms = 0
  private isMass = true

  add(quantity: number, { unit, kg }: Measure): void {
    this.byUnit.set(unit, (this.byUnit.get(unit) ?? 0) + quantity)
    if (kg) this.kilograms += Math.round((quantity * kg.numerator) / kg.denominator)
    else this.isMass = false
  }

  /** The sum with its unit; nothing where it would add up what cannot be. */
  get told(): { readonly quantity: string; readonly unit: string } | undefined {
    const [only, ...others] = this.byUnit
    if (!only) return undefined
    if (others.length > 0 && !this.isMass) return undefined
    const [unit, sum] = others.length > 0 ? ['kg', this.kilograms] : only
    return { quantity: decimal(sum).div(10_000).toFixed(4), unit }
  }
}
