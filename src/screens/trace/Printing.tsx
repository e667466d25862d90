import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { store } from '../../data/store.ts'
import { type Printout, printoutAtom } from '../../data/trace/printouts.ts'
import type { ReviewDirection } from '../../data/trace/reviews.ts'
import { Sheet } from './Sheet.tsx'

/** Takes what was read to be printed, once, and prints it. A screen that is left takes its sheet along. */
export function Printing({ direction }: { direction: ReviewDirection }) {
  const printout = useAtomValue(printoutAtom)
  const [taken, setTaken] = useState<Printout | null>(null)
  useEffect(() => {
    if (printout?.answer.direction !== direction) return
    store.set(printoutAtom, null)
    setTaken(printout)
  }, [printout, direction])
  // A sheet that is still there when something else is printed would take its place.
  useEffect(() => () => setTaken(null), [])
  return taken ? createPortal(<Printed printout={taken} onPrinted={() => setTaken(null)} />, document.body) : null
}

/** The sheet, there as long as the browser's print window is. */
function Printed({ printout, onPrinted }: { printout: Printout; onPrinted: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each printout is printed once, however often it is drawn
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    // Drawn first, printed then: the browser takes the page as it stands.
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', onPrinted)
    }
  }, [printout])
  return <Sheet printout={printout} />
}
