/** New record: draft plus server defaults for the address parameters. */
import type { Entity } from '#contract/schema/entity.ts'
import { initial } from '#contract/schema/validate.ts'
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { clock } from '../../data/clock.ts'
import type { Draft } from '../../data/drafts/draft.ts'
import { beginDraft } from '../../data/drafts/drafts.ts'
import { locationAtom, pathOfAddress } from '../../data/location.ts'
import { notify } from '../../data/notifications.ts'
import { loadLabels } from '../../data/records/options.ts'
import { prepareRecords } from '../../data/records/records.ts'
import type { RowValues } from '../../data/records/row.ts'
import { store, storeLocal } from '../../data/store.ts'
import { loadDependentValues, withDependentValues } from '../../fields/following.ts'
import { valuesFrom } from '../filter/query.ts'
import { keyed } from '../form/lineRows.ts'

/** Draft begun at an address, found again after reload. */
export function draftAt(drafts: Iterable<Draft>, address: string): Draft | undefined {
  for (const draft of drafts) if (draft.patch.address$ === address) return draft
  return undefined
}

const beginning = storeLocal(() => new Set<string>())

/** Labels of given references, which forms show in place of ids. */
const loadLabelsOf = ({ fields }: Entity, given: RowValues) =>
  Promise.all(
    Object.entries(given).flatMap(([name, id]) => {
      const to = fields[name]?.to
      return to !== undefined && typeof id === 'number' ? [loadLabels(to, [id])] : []
    }),
  )

export async function begin(entity: Entity, address: string): Promise<void> {
  if (beginning().has(address)) return
  beginning().add(address)
  const given = valuesFrom(entity, address.split('?')[1] ?? '')
  let values = { ...initial(entity, clock()), ...given }
  const warn = (error: unknown) => notify({ kind: 'warning', text: wordsOf(error) })
  try {
    const labels = loadLabelsOf(entity, given).catch(warn)
    const [prepared] = await prepareRecords(entity.name, given)
    await labels
    values = { ...values, ...prepared }
    await loadDependentValues(entity, values)
    values = withDependentValues(entity, {}, values)
  } catch (error) {
    warn(error)
  } finally {
    beginning().delete(address)
  }
  // User moved on: returning starts it anew.
  if (pathOfAddress(store.get(locationAtom)) !== pathOfAddress(address)) return
  beginDraft(entity.name, { ...keyed(entity, values), address$: address })
}
