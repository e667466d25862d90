/** Records named without what they belong to: a lot without its product. */
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Slot, WordReading } from '../../../commands/search/commandLine.ts'
import { type Resolved, resolveOptions } from '../../../data/records/options.ts'
import { loadRecord } from '../../../data/records/records.ts'

export interface Origins {
  readonly found: ReadonlyMap<Slot, ReadonlyMap<string, Resolved>>
  /** Further values by slot and record. */
  readonly implied: ReadonlyMap<Slot, ReadonlyMap<unknown, readonly WordReading[]>>
}

const probe = 'probe'

/** Field of the same row that a condition compares with. */
const sourceOf = ({ field, lines }: Slot, condition: string, slots: readonly Slot[]): Slot | undefined =>
  slots.find(
    each => each.lines === lines && Reflect.get(field.where?.({ [each.name]: probe }) ?? {}, condition) === probe,
  )

async function impliedBy(slot: Slot, id: number, slots: readonly Slot[]): Promise<readonly WordReading[] | null> {
  const record = await loadRecord(slot.field.to ?? '', id).catch(() => null)
  const open = Object.entries(slot.field.where?.({}) ?? {}).filter(([, value]) => isEmpty(value))
  const readings = open.map(([name]): WordReading => {
    const label = record?.[`${name}$label`]
    const source = sourceOf(slot, name, slots)
    return { word: '', value: record?.[name], label: String(label ?? ''), ...(source ? { slot: source } : {}) }
  })
  return readings.every(({ slot: source, value }) => source && !isEmpty(value)) ? readings : null
}

const agree = (implied: readonly WordReading[], known: readonly WordReading[]) =>
  known.every(({ slot, value }) => implied.every(each => each.slot !== slot || each.value === value))

/** Origins by exact name that agree with the other words. */
export async function originsOf(
  dependent: readonly Slot[],
  words: readonly string[],
  slots: readonly Slot[],
  known: readonly WordReading[],
  signal: AbortSignal,
): Promise<Origins> {
  const found = new Map<Slot, Map<string, Resolved>>()
  const implied = new Map<Slot, Map<unknown, readonly WordReading[]>>()
  const lookUp = async (slot: Slot) => {
    const where = Object.entries<unknown>((slot.field.where?.({}) ?? {}) as Values).filter(
      ([, value]) => !isEmpty(value),
    )
    const answers = await resolveOptions(slot.field.to ?? '', words, Object.fromEntries(where), signal)
    for (const [word, answer] of answers) {
      const [only, other] = answer.options
      const readings = answer.isExact && only && !other ? await impliedBy(slot, only.value, slots) : null
      if (!only || !readings || !agree(readings, known)) continue
      found.set(slot, new Map([...(found.get(slot) ?? []), [word, answer]]))
      implied.set(slot, new Map([...(implied.get(slot) ?? []), [only.value, readings]]))
    }
  }
  // Forbidden lists name nothing.
  await Promise.allSettled(words.length === 0 ? [] : dependent.map(lookUp))
  return { found, implied }
}
