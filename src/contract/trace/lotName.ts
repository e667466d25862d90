/**
 * Lots and batches as a question names them. A number is unique within a material or product only (domain.md §0.5.4): a by-product may
 * bear that of its plan's lot. A number alone means all lots that bear it; with the record behind it, that one.
 */

/** A lot and no other of its number: `P20261120-003#1234`. */
export const exactLot = (lotNo: string, id: number): string => `${lotNo}#${id}`

/** What such a name means; null for a number alone. A number may look like one: whoever asks looks for a number first. */
export function readExactLot(name: string): { readonly lotNo: string; readonly id: number } | null {
  const [, lotNo, id] = /^(.+)#([1-9]\d{0,14})$/.exec(name) ?? []
  return lotNo === undefined ? null : { lotNo, id: Number(id) }
}

/** A batch of a plan: `PP20261120-003/2`. */
export const batchName = (planNo: string, batchSeq: number): string => `${planNo}/${batchSeq}`

/** What such a name means; null for another. It may be the number of a lot: whoever asks looks for that first. */
export function readBatch(name: string): { readonly planNo: string; readonly batchSeq: number } | null {
  const [, planNo, batchSeq] = /^(.+)\/([1-9]\d{0,8})$/.exec(name) ?? []
  return planNo === undefined ? null : { planNo, batchSeq: Number(batchSeq) }
}

/** Most signs of a number, and of such a name. */
export const longestLotName = 30 + '#'.length + 15
