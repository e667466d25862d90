import type { ReactNode } from 'react'
import { unitText } from '#contract/messages/shippedNames.ts'
import type { PlanState } from '#contract/production/planState.ts'
import { grouped } from '../../data/numerals.ts'
import { PageLink } from '../../ui/PageLink.tsx'
import { useText } from '../../ui/useText.ts'
import styles from './Plan.module.css'
import { controlAddress, lotsOf, proposedFor, share } from './stages.ts'

const quantities = ['required', 'issued', 'used', 'inProgress', 'outstanding', 'available', 'short'] as const

/** Plan materials: issued, charged, short, and proposed lots. */
export function PlanBench({ state }: { state: PlanState }) {
  const text = useText()
  return (
    <div className={styles.bench} data-plan-bench>
      <table className={styles.materials}>
        <caption className={styles.hidden}>{text('produceplan.lines')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('plan.material')}</th>
            {quantities.map(name => (
              <th key={name} scope="col" className={styles.number}>
                {text(`plan.${name}`)}
              </th>
            ))}
            <th scope="col">{text('plan.lots')}</th>
          </tr>
        </thead>
        <tbody>
          {state.materials.map(material => (
            <MaterialRow key={material.id} state={state} material={material} />
          ))}
        </tbody>
      </table>
      {state.materials.length === 0 ? <p className={styles.nothing}>{text('plan.noMaterials')}</p> : null}
      <Controls state={state} />
    </div>
  )
}

function MaterialRow({ state, material }: { state: PlanState; material: PlanState['materials'][number] }) {
  const text = useText()
  const isShort = Number(material.shortageQty) > 0
  const issued = Number(material.issuedQty) + Number(material.makeUpQty) - Number(material.returnedQty)
  return (
    <tr data-material={material.itemName}>
      <th scope="row">
        {material.itemName} <small>{unitText(material.unitName, text)}</small>
        <span className={styles.bar} aria-hidden="true">
          <span data-part="issued" style={{ inlineSize: `${share(String(issued), material.requiredQty)}%` }} />
          <span data-part="used" style={{ inlineSize: `${share(material.usedQty, material.requiredQty)}%` }} />
        </span>
      </th>
      <Quantity name="required">{grouped(material.requiredQty)}</Quantity>
      <Quantity name="issued">
        {grouped(material.issuedQty)}
        {Number(material.makeUpQty) > 0 ? <small> +{grouped(material.makeUpQty)}</small> : null}
        {Number(material.returnedQty) > 0 ? <small> −{grouped(material.returnedQty)}</small> : null}
      </Quantity>
      <Quantity name="used">{grouped(material.usedQty)}</Quantity>
      <Quantity name="inProgress">{grouped(material.wipQty)}</Quantity>
      <Quantity name="outstanding">{grouped(material.outstandingQty)}</Quantity>
      <Quantity name="available">{material.isLotTracked ? grouped(material.availableQty) : '–'}</Quantity>
      <Quantity name="short" isShort={isShort}>
        {isShort ? grouped(material.shortageQty) : '–'}
      </Quantity>
      <td>
        {lotsOf(state, material).map(lot => (
          <PageLink key={lot.lotId} className={styles.lot} data-kind="wip" href={`/stocklot/${lot.lotId}`}>
            {text('plan.lotInProgress', { lotNo: lot.lotNo, quantity: grouped(lot.quantity) })}
          </PageLink>
        ))}
        {proposedFor(state, material).map(line => (
          <PageLink
            key={String(line.lotId)}
            className={styles.lot}
            data-kind="proposed"
            href={`/stocklot/${line.lotId}`}
          >
            {text('plan.lotProposed', { lotNo: String(line.lotId$label ?? ''), quantity: grouped(line.qty) })}
          </PageLink>
        ))}
      </td>
    </tr>
  )
}

interface QuantityProps {
  readonly name: (typeof quantities)[number]
  readonly isShort?: boolean
  readonly children: ReactNode
}

function Quantity({ name, isShort = false, children }: QuantityProps) {
  const text = useText()
  return (
    <td className={styles.number} data-label={text(`plan.${name}`)} data-short={isShort || undefined}>
      {children}
    </td>
  )
}

function Controls({ state }: { state: PlanState }) {
  const text = useText()
  if (state.controls.length === 0) return null
  return (
    <section className={styles.controls} aria-label={text('importcontrol')}>
      <h2>{text('importcontrol')}</h2>
      <ul>
        {state.controls.map(control => (
          <li
            key={`${control.productTechFlowId}/${control.batchSeq}`}
            data-state={control.deviations > 0 ? 'deviation' : control.records > 0 ? 'done' : 'missing'}
          >
            <PageLink href={controlAddress(state, control)}>
              {control.ccpNo ?? control.stepNo} {control.step} · {text('plan.batch', { batch: control.batchSeq })} ·{' '}
              {control.records === 0
                ? text('plan.controlMissing')
                : text('plan.controlRecords', { count: control.records, deviations: control.deviations })}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
