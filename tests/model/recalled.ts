/** I7 (domain.md §2.9): every gram has a place or is unaccounted. */
import type { Values } from '#contract/schema/field.ts'
import type { PlantServer } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { labelLinks } from './effects.ts'
import type { PlantFixture } from './fixture.ts'
import { text } from './quantity.ts'
import { earlierLabels, heldAt, type Lot, lotOf, type State } from './state.ts'

const mostLots = 6

const at = (lot: Lot, kind: string): bigint =>
  [...lot.held].reduce((sum, [place, held]) => (place.startsWith(kind) ? sum + held : sum), 0n)

/** Origin of a lot: produced, or found by counts. */
function madeOf(state: State, lot: Lot): bigint {
  return lot.movedBy.reduce((sum, key) => {
    const document = state.documents.get(key)
    if (document?.status !== 'SUBMITTED') return sum
    const { kind } = document.posting
    const isMade = ({ from }: { readonly from: string }) =>
      kind === 'produce' || (kind === 'count' && from === 'adjust') || (kind === 'relabel' && from === 'process')
    return document.moves.reduce((all, move) => (move.lot === lot.id && isMade(move) ? all + move.quantity : all), sum)
  }, 0n)
}

function usedOf(state: State, lot: Lot): bigint {
  const charges = [
    ...[...state.plans.values()].flatMap(plan => [...plan.charges.values()]),
    ...labelLinks(state).map(({ input, used }) => ({ lot: input, quantity: used })),
  ]
  return charges.reduce((sum, charge) => (charge.lot === lot.id ? sum + charge.quantity : sum), 0n)
}

/** Figures of a recalled lot by the model. */
function figuresOf(state: State, lot: Lot, back: bigint): Values {
  const made = madeOf(state, lot)
  const known = ['bin:', 'wip:', 'sample', 'lab', 'scrap'].reduce(
    (sum, kind) => sum + at(lot, kind),
    usedOf(state, lot),
  )
  return {
    lotId: lot.id,
    producedQty: text(made),
    onHandQty: text(at(lot, 'bin:')),
    soldQty: text(at(lot, 'dealer:') + back),
    retainedQty: text(at(lot, 'sample')),
    recalledQty: text(back),
    disposedQty: text(at(lot, 'scrap')),
    balanceQty: text(made - known),
  }
}

/** Later labels of the goods of some lots: a recall names them, too. */
const labelsAfter = (state: State, lots: readonly Lot[]): readonly Lot[] =>
  [...state.labels.keys()]
    .filter(id => !lots.some(lot => lot.id === id))
    .filter(id => earlierLabels(state, id).some(lot => lots.includes(lot)))
    .map(id => lotOf(state, id))

const byLot = (rows: readonly Values[]) => rows.toSorted((one, other) => Number(one.lotId) - Number(other.lotId))

const move = (lot: Lot, from: string, to: string, quantity: bigint) => {
  lot.held.set(from, heldAt(lot, from) - quantity)
  lot.held.set(to, heldAt(lot, to) + quantity)
}

/** Lots of goods that dealers have: what a recall is about. */
export const recallable = (state: State): readonly Lot[] =>
  [...state.lots.values()]
    .filter(lot => lot.plan !== null && at(lot, 'dealer:') > 1n && lot.status !== 'REJECTED')
    .slice(-mostLots)

/** Recalls lots at dealers and takes half back into quarantine; answers both figures. Changes the model's books. */
export async function recallOf(plant: PlantServer, fixture: PlantFixture, state: State) {
  const lots = recallable(state)
  const recall = await plantOf(plant).startedRecall(lots.map(lot => lot.id))
  const back = new Map<number, bigint>()
  for (const lot of lots) {
    for (const [place, held] of [...lot.held]) {
      if (!place.startsWith('dealer:') || held < 2n) continue
      const half = held / 2n
      const good = [...fixture.goods, fixture.byProduct].find(each => each.item === lot.item)
      const bin = fixture.bins.product[2] as number
      const answer = await plant.server.call(
        'POST',
        'template/save/productstorein',
        {
          ...{
            storeInType: 'RECALL_RETURN',
            callbackId: recall.id,
            dealerId: Number(place.slice(7)),
            lotNo: lot.lotNo,
          },
          ...{ productId: good?.productId, productSpecId: good?.specId, packageQty: '0', looseQty: text(half) },
          ...{ warehouseId: fixture.warehouses.product, locationId: bin, handlerId: fixture.employee('E003') },
          ...{ produceDate: fixture.today, submit: true },
        },
        plant.token,
      )
      if (answer.status !== 0) throw new Error(`${answer.status} ${answer.message}`)
      move(lot, place, `bin:${bin}`, half)
      back.set(lot.id, (back.get(lot.id) ?? 0n) + half)
    }
  }
  const named = [...lots, ...labelsAfter(state, lots)]
  const { data } = await plant.server.call('GET', 'template/edit/callback', { id: recall.id }, plant.token)
  return {
    shown: byLot(data.lots as readonly Values[]),
    expected: byLot(named.map(lot => figuresOf(state, lot, back.get(lot.id) ?? 0n))),
  }
}
