/** Arrow keys between the boxes of the matrix, with roving tabindex. */

const boxesIn = (element: Element): readonly HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>('input[data-column]'),
]

const columnOf = (box: HTMLInputElement) => Number(box.dataset.column)

export interface BoxPlace {
  /** Node of the row; 0 for the head. */
  readonly row: number
  readonly column: number
}

export function placeOf(box: HTMLInputElement): BoxPlace {
  return { row: Number(box.closest<HTMLElement>('[data-boxes]')?.dataset.boxes), column: columnOf(box) }
}

/** Nearest box of the column in another row; named operations count on. */
function nextInColumn(
  rows: readonly Element[],
  from: HTMLInputElement,
  by: 1 | -1,
  named: number,
): HTMLInputElement | undefined {
  const column = columnOf(from)
  const at = rows.findIndex(row => row.contains(from))
  const others = by > 0 ? rows.slice(at + 1) : rows.slice(0, at).toReversed()
  for (const row of others) {
    const boxes = boxesIn(row)
    const found =
      boxes.find(box => columnOf(box) === column) ??
      (column >= named ? boxes.findLast(box => columnOf(box) >= named) : undefined)
    if (found) return found
  }
  return undefined
}

/** Box a key goes to; `named`: first column of operations by name. */
export function boxAt(
  frame: HTMLElement,
  from: HTMLInputElement,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  named: number,
): HTMLInputElement | undefined {
  const rows = [...frame.querySelectorAll('[data-boxes]')]
  const across = boxesIn(rows.find(row => row.contains(from)) ?? frame)
  const line = ctrlKey || metaKey ? boxesIn(frame) : across
  const at = across.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return across[at + 1]
    case 'ArrowLeft':
      return across[at - 1]
    case 'ArrowDown':
      return nextInColumn(rows, from, 1, named)
    case 'ArrowUp':
      return nextInColumn(rows, from, -1, named)
    case 'Home':
      return line[0]
    case 'End':
      return line.at(-1)
    default:
      return undefined
  }
}
