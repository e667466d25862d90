/** JSON that writes each object once and refers by number. */

/** Number and content of each object, children first. */
type Records = readonly (number | object)[]

export interface ObjectCodec {
  /** Writes the objects not written before. Values must be immutable and acyclic. */
  write(value: object): string
  /** Writes all objects of a value; others are forgotten. */
  writeWhole(value: object): string
  /** Reads texts in the order of their writing. @throws SyntaxError for malformed text */
  reader(): (text: string) => unknown
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export function objectCodec(isSecret: (name: string) => boolean = () => false): ObjectCodec {
  let numbers = new WeakMap<object, number>()
  let next = 0
  const textOf = (value: object, known: WeakMap<object, number>): string => {
    const records: (number | object)[] = []
    const reference = (each: unknown): unknown => {
      if (!isObject(each)) return each
      let number = known.get(each)
      if (number === undefined) {
        const content = mapped(each, reference, isSecret)
        number = numbers.get(each) ?? next++
        known.set(each, number)
        records.push(number, content)
      }
      return [number]
    }
    reference(value)
    return JSON.stringify(records satisfies Records)
  }
  return {
    write: value => textOf(value, numbers),
    writeWhole: value => {
      const known = new WeakMap<object, number>()
      const text = textOf(value, known)
      numbers = known
      return text
    },
    reader: () => {
      const objects = new Map<number, object>()
      return text => {
        const records = JSON.parse(text) as Records
        let value: object | undefined
        for (let at = 0; at < records.length; at += 2) {
          const number = Number(records[at])
          value = mapped(Object(records[at + 1]), each => (isObject(each) ? objects.get(Reflect.get(each, 0)) : each))
          objects.set(number, value)
          numbers.set(value, number)
          next = Math.max(next, number + 1)
        }
        return value
      }
    },
  }
}

function mapped(object: object, of: (value: unknown) => unknown, isLeftOut?: (name: string) => boolean): object {
  if (Array.isArray(object)) return object.map(of)
  const entries = Object.entries(object).filter(([name]) => !isLeftOut?.(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, of(value)]))
}
