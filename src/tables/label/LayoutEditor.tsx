import { useRef, useState } from 'react'
import { labelWarnings } from '#contract/label/label.ts'
import { type LabelPurpose, labelPurpose } from '#contract/label/labelFields.ts'
import { elementKinds, isLayout, type LabelLayout } from '#contract/label/layout.ts'
import { standardLayout } from '#contract/label/standardLayouts.ts'
import type { ControlProps } from '../../fields/controls/control.ts'
import controls from '../../ui/controls.module.css'
import { useText } from '../../ui/useText.ts'
import { ElementProperties } from './ElementProperties.tsx'
import styles from './LayoutEditor.module.css'
import { LayoutSheet } from './LayoutSheet.tsx'
import { added, type ElementKind, removed, withChange } from './layoutEdits.ts'
import { RecordChoice } from './RecordChoice.tsx'
import { useTemplateProof } from './useTemplateProof.ts'

/** Visual editor of a template's layout: the true label, its elements above it. */
export default function LayoutEditor({ id, row, value, invalid, describedBy, onChange }: ControlProps) {
  const text = useText()
  const purpose = String(row.purpose) as LabelPurpose
  const standard = standardLayout(Object.hasOwn(labelPurpose.options, purpose) ? purpose : 'MATERIAL_LOT', text)
  const size = { width: Number(row.width) || standard.width, height: Number(row.height) || standard.height }
  const layout = isLayout(value) ? value : standard.layout
  const [selected, setSelected] = useState<number | null>(null)
  const [recordId, setRecordId] = useState<number | null>(null)
  const { proof, refusal } = useTemplateProof({ purpose, size, layout, recordId })
  const label = proof?.labels[0]
  const sheet = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const element = selected === null ? undefined : layout[selected]

  /** Focus follows the element, or its neighbour once it is gone. */
  const edit = (next: LabelLayout, at: number) => {
    onChange(next)
    const to = Math.min(at, next.length - 1)
    setSelected(to < 0 ? null : to)
    requestAnimationFrame(() => {
      const begin = tools.current?.querySelector('button')
      ;(sheet.current?.querySelector<HTMLElement>(`[data-element="${to}"]`) ?? begin)?.focus()
    })
  }
  return (
    <section
      id={id}
      className={styles.editor}
      data-layout-editor
      data-invalid={invalid || undefined}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
    >
      <div ref={tools} className={styles.tools}>
        <Tools
          onAdd={kind => edit(added(layout, kind, purpose, size), layout.length)}
          onStandard={() => onChange(null)}
        />
        <RecordChoice purpose={purpose} value={recordId} onChange={setRecordId} />
      </div>
      <div className={styles.work}>
        <LayoutSheet {...{ sheet, layout, size, label, selected }} onSelect={setSelected} onEdit={edit} />
        {element && selected !== null ? (
          <ElementProperties
            key={`${selected} ${element.kind}`}
            element={element}
            purpose={purpose}
            onChange={patch => onChange(withChange(layout, selected, patch, size))}
            onRemove={() => edit(removed(layout, selected), selected)}
          />
        ) : (
          <p className={styles.hint}>{text('label.editor.none')}</p>
        )}
      </div>
      <p className={styles.hint}>{text('label.editor.hint')}</p>
      {refusal ? (
        <p className={styles.fault} role="alert">
          {text(refusal.key, refusal.values)}
        </p>
      ) : null}
      {label?.faults.map(({ at, code, text: said }) => (
        <p key={`${at} ${code}`} className={labelWarnings.has(code) ? styles.warning : styles.fault}>
          {text('label.editor.fault', {
            number: at + 1,
            element: text(`label.element.${layout[at]?.kind ?? 'text'}`),
            fault: said,
          })}
        </p>
      ))}
    </section>
  )
}

function Tools({ onAdd, onStandard }: { onAdd(kind: ElementKind): void; onStandard(): void }) {
  const text = useText()
  return (
    <>
      {elementKinds.map(kind => (
        <button key={kind} type="button" className={controls.button} onClick={() => onAdd(kind)}>
          + {text(`label.element.${kind}`)}
        </button>
      ))}
      <button type="button" className={controls.quiet} onClick={onStandard}>
        {text('label.editor.standard')}
      </button>
    </>
  )
}
