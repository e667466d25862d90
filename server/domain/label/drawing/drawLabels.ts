/** Labels drawn in one form, with what is wrong with each. */
import type { LabelLayout } from '#contract/label/layout.ts'
import { compose, type Fault, type LabelContent, type Press } from './compose.ts'
import { svgScale, writeSvg } from './svg.ts'
import { openSymbols } from './symbols.ts'
import { openTypefaces } from './typefaces.ts'
import { type DrawnTexts, writeZpl } from './zpl.ts'

export interface DrawTask {
  readonly width: number
  readonly height: number
  readonly layout: LabelLayout
  readonly labels: readonly LabelContent[]
  /** `check` only looks for faults. */
  readonly form: 'svg' | 'zpl' | 'check'
  /** Dots a millimetre; of pictures their own by default. */
  readonly scale?: number
  readonly copies?: number
}

export interface DrawnLabel {
  readonly faults: readonly Fault[]
  /** Empty for `check`. */
  readonly text: string
}

export async function openPress(): Promise<Press> {
  const [typefaces, symbols] = await Promise.all([openTypefaces(), openSymbols()])
  return { typefaces, symbols }
}

export function drawLabels(task: DrawTask, press: Press): readonly DrawnLabel[] {
  const { width, height, layout, labels, form, scale = svgScale, copies = 1 } = task
  const texts: DrawnTexts = new Map()
  const drawn: DrawnLabel[] = []
  for (const label of labels) {
    const { marks, faults } = compose(layout, label, scale, press)
    const text = () =>
      form === 'svg'
        ? writeSvg(marks, width, height, press.typefaces)
        : writeZpl(marks, { width, height, scale, copies }, press.typefaces, texts)
    drawn.push({ faults, text: form === 'check' ? '' : text() })
  }
  return drawn
}
