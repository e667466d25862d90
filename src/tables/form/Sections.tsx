import type { ReactNode } from 'react'
import type { FormSections } from '#contract/formSections.ts'
import type { Field } from '#contract/schema/field.ts'
import { useText } from '../../ui/useText.ts'
import styles from './Form.module.css'

export type FormField = readonly [name: string, field: Field]

/** Draws a field; `unit` is the one beside it. */
export type DrawField = (each: FormField, unit?: FormField) => ReactNode

interface FieldSection {
  readonly title: string
  readonly shown: readonly FormField[]
}

/** Fields by section, each from its first field; no empty ones. */
export function sectionsOf(
  sections: FormSections,
  order: readonly string[],
  fields: readonly FormField[],
): readonly FieldSection[] {
  const starts = new Map(sections.map(([first, title]) => [order.indexOf(first), title]))
  const titleOf = (name: string) => {
    const start = [...starts.keys()].filter(place => place <= order.indexOf(name))
    return starts.get(Math.max(...start)) ?? ''
  }
  const groups = Map.groupBy(fields, ([name]) => titleOf(name))
  const titles = new Set(['', ...sections.map(([, title]) => title)])
  return [...titles].flatMap(title => {
    const shown = groups.get(title)
    return shown ? [{ title, shown }] : []
  })
}

/** Amounts joined with their unit, where both are drawn. */
export function inPairs(fields: readonly FormField[], order: readonly string[], draw: DrawField): readonly ReactNode[] {
  const isUnitOf = (amount: FormField | undefined, unit: FormField | undefined) =>
    amount !== undefined && unit?.[1].joined === true && order.indexOf(unit[0]) === order.indexOf(amount[0]) + 1
  return fields.map((each, at) => {
    const unit = fields[at + 1]
    if (isUnitOf(fields[at - 1], each)) return null
    if (!unit || !isUnitOf(each, unit)) return draw(each)
    return (
      <div key={each[0]} className={styles.pair}>
        {draw(each, unit)}
        {draw(unit)}
      </div>
    )
  })
}

export function SectionTitle({ title }: { title: string }) {
  const text = useText()
  return (
    <h2 className={styles.sectionTitle} data-section={title}>
      {text(`section.${title}`)}
    </h2>
  )
}
