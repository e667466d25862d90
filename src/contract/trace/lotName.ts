/** Lot and batch names in queries: numbers are unique per item only. */

/** Qualified lot name: `P20261120-003#1234`. */
export const exactLot = (lotNo: string, id: number): string => `${lotNo}#${id}`

/** Parsed lot name; null for a bare number. */
export function readExactLot(name: string): { readonly lotNo: string; readonly id: number } | null {
  const [, lotNo, id] = /^(.+)#([1-9]\d{0,14})$/.exec(name) ?? []
  return lotNo === undefined ? null : { lotNo, id: Number(id) }
}

/** Batch name of a plan: `PP20261120-003/2`. */
export const batchName = (planNo: string, batchSeq: number): string => `${planNo}/${batchSeq}`

/** Parsed batch name, else null. Look up lot numbers first. */
export function readBatch(name: string): { readonly planNo: string; readonly batchSeq: number } | null {
  const [, planNo, batchSeq] = /^(.+)\/([1-9]\d{0,8})$/.exec(name) ?? []
  return planNo === undefined ? null : { planNo, batchSeq: Number(batchSeq) }
}

export const maxLotNameLength = 30 + '#'.length + 15
