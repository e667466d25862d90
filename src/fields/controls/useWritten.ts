/** Sums and units typed into a form, with their value. */
import { useRef, useState } from 'react'
import { decimal, isDecimal } from '#contract/schema/decimal.ts'
import type { Parsed } from '../cell.ts'
import { cells } from '../index.ts'
import { isWritten, loadQuantityRules, quantityEcho, quantityRules } from '../quantities.ts'
import { isNumeric } from '../typing.ts'
import type { ControlProps } from './control.ts'

// Drafts hold decimals at their stored places.
const isSame = (one: unknown, other: unknown) =>
  isDecimal(one) && isDecimal(other) ? decimal(one).eq(decimal(other)) : one === other

type Written = Pick<ControlProps, 'field' | 'row' | 'value' | 'quantity'>

const nothing = { typed: '', value: undefined as unknown, text: '' }

export function writtenIn(latest: () => Written) {
  let came = nothing
  let isRepeated = false
  const repeat = (again: () => void) => {
    isRepeated = true
    again()
    isRepeated = false
  }
  return {
    /** Parses an entry, and again once its units are known. */
    parse(typed: string, again: () => void): Parsed {
      const { field, row, quantity } = latest()
      const kind = cells[field.kind]
      came = nothing
      if (typed.trim() === '') return { value: kind.clear }
      if (!isNumeric(field)) return kind.parse(typed, field)
      const rules = quantityRules(field, quantity, row)
      const parsed = kind.parse(typed, field, rules)
      const value = 'value' in parsed ? parsed.value : typed
      const entry = { typed, value, text: quantityEcho(typed, parsed, rules) }
      came = entry
      if (isWritten(typed) && !isRepeated)
        void loadQuantityRules(quantity, row)?.then(
          () => came === entry && isSame(latest().value, value) && repeat(again),
        )
      return parsed
    },
    /** Echo, as long as the value is the one it tells of. */
    echo: (value: unknown): string => (came.text !== '' && isSame(came.value, value) ? came.text : ''),
  }
}

export function useWritten(props: Written) {
  const latest = useRef(props)
  latest.current = props
  return useState(() => writtenIn(() => latest.current))[0]
}
