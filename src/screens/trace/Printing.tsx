import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { store } from '../../data/store.ts'
import { type Printout, printoutAtom } from '../../data/trace/printouts.ts'
import type { ReviewDirection } from '../../data/trace/reviews.ts'
import { Sheet } from './Sheet.tsx'

/** Prints a loaded answer once; unmounting removes the sheet. */
export function Printing({ direction }: { direction: ReviewDirection }) {
  const printout = useAtomValue(printoutAtom)
  const [taken, setTaken] = useState<Printout | null>(null)
  useEffect(() => {
    if (printout?.answer.direction !== direction) return
    store.set(printoutAtom, null)
    setTaken(printout)
  }, [printout, direction])
  // Leftover sheets would replace later printouts.
  useEffect(() => () => setTaken(null), [])
  return taken ? createPortal(<Printed printout={taken} onPrinted={() => setTaken(null)} />, document.body) : null
}

function Printed({ printout, onPrinted }: { printout: Printout; onPrinted: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each printout is printed once, however often it is drawn
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    // Render precedes print: the browser captures the current page.
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('afterprint', onPrinted)
    }
  }, [printout])
  return <Sheet printout={printout} />
}
