/** Sums and units typed into a form: their value, and what it came to. */
import { useRef } from 'react'
import { decimal } from '#contract/schema/decimal.ts'
import type { Parsed } from '../cell.ts'
import { cells } from '../index.ts'
import { isWritten, loadQuantityRules, quantityEcho, quantityRules } from '../quantities.ts'
import { isNumeric } from '../typing.ts'
import type { ControlProps } from './control.ts'

// Drafts hold decimals at their stored places.
const isSame = (one: unknown, other: unknown) => decimal(one).eq(decimal(other))

type Written = Pick<ControlProps, 'field' | 'row' | 'quantity'>

export function useWritten(props: Written) {
  const latest = useRef(props)
  latest.current = props
  const came = useRef({ typed: '', value: undefined as unknown, text: '' })
  return {
    /** Parses an entry, and again once its units are known. */
    parse(typed: string, again: () => void): Parsed {
      const { field, row, quantity } = latest.current
      const kind = cells[field.kind]
      if (!isNumeric(field)) return kind.parse(typed, field)
      const rules = quantityRules(field, quantity, row)
      const parsed = kind.parse(typed, field, rules)
      came.current = {
        typed,
        value: 'value' in parsed ? parsed.value : undefined,
        text: quantityEcho(typed, parsed, rules),
      }
      if (isWritten(typed)) void loadQuantityRules(quantity, row)?.then(() => came.current.typed === typed && again())
      return parsed
    },
    /** Echo, as long as the value is the one it tells of. */
    echo: (value: unknown): string =>
      came.current.text !== '' && isSame(came.current.value, value) ? came.current.text : '',
  }
}
