/** Grid navigation between permission boxes, with roving tabindex. */

const boxesIn = (element: Element): HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>('input[data-permission]'),
]

function enter(all: readonly HTMLInputElement[], box: HTMLInputElement | undefined): boolean {
  if (!box) return false
  for (const each of all) each.tabIndex = each === box ? 0 : -1
  box.focus()
  return true
}

export function moveCell(frame: HTMLElement | null, from: HTMLInputElement, key: string): boolean {
  const row = from.closest('[data-row]')
  if (!frame || !row) return false
  const all = boxesIn(frame)
  const rows = [...frame.querySelectorAll('[data-row]')]
  const [across, at] = [boxesIn(row), rows.indexOf(row)]
  const place = across.indexOf(from)
  const inRow = (index: number) => {
    const target = rows[index]
    if (!target) return undefined
    const boxes = boxesIn(target)
    return boxes[Math.min(place, boxes.length - 1)]
  }
  switch (key) {
    case 'ArrowRight':
      return enter(all, across[place + 1])
    case 'ArrowLeft':
      return enter(all, across[place - 1])
    case 'ArrowDown':
      return enter(all, inRow(at + 1))
    case 'ArrowUp':
      return enter(all, inRow(at - 1))
    case 'Home':
      return enter(all, all[0])
    case 'End':
      return enter(all, all.at(-1))
    default:
      return false
  }
}
