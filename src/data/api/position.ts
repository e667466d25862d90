/** Log position that reads must show. */
import { firstPosition, isPosition, laterOf } from '#contract/system/logPosition.ts'
import { readStorage, writeStorage } from '../storages.ts'
import { storeLocal } from '../store.ts'

const STORAGE_KEY = 'lotline.position'

function stored(): string {
  const position = readStorage('localStorage', STORAGE_KEY)
  return isPosition(position) ? position : firstPosition
}

/** Survives a reload; tabs opened later begin with it. */
const known = storeLocal(() => ({ position: stored() }))

export const position = (): string => known().position

function keep(next: string): void {
  if (next === known().position) return
  known().position = next
  writeStorage('localStorage', STORAGE_KEY, next)
}

/** Takes the position of a realtime message. */
export function hearPosition(told: unknown): void {
  if (isPosition(told)) keep(laterOf(known().position, told))
}

/** An earlier position counts as a correction of the sent one. */
export function answerPosition(told: string | null, sent: string): void {
  if (!isPosition(told)) return
  keep(sent === known().position ? told : laterOf(known().position, told))
}
